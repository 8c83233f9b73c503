// Back-office pages kept for measuring: not to be looked at while developing. Same interface as develop.mjs, other pages.
import { esc } from '../kit.mjs';

/** What stands there a moment later. Both are drawn from the seed, so that the rest of the page stays as it was. */
const late = (change, after, before) => change.after ? after : before;

const AREAS = t => ['claims', 'planning', 'documents', 'reports', 'settings'].map(t);

function who(k, t, d) {
    return k.bar(k.iconBtn('mail', t('messages'), { id: 'mail' }), k.iconBtn('user', t('account'), { id: 'account' }));
}

export function claims({ k, t, d, r, change }) {
    const level = [['high', 'danger'], ['medium', 'warning'], ['low', 'info']];
    const rows = Array.from({ length: r.int(6, 10) }, () => {
        const code = d.code('S');
        const [name, colour] = r.pick(level);
        return { id: code, cells: [code, esc(d.person()), esc(d.city()), d.date(), esc(d.money(200, 9000)), k.badge(t(name), colour), k.btn(t('assign'), { small: true, id: `assign.${code}` })] };
    });
    const filters = change.order([k.select({ label: t('priority'), options: ['all', 'high', 'medium', 'low'].map(t), id: 'priority' }), k.select({ label: t('owner'), options: [d.person(), d.person()], id: 'owner' }),
        k.field({ label: t('city'), value: late(change, d.city(), ''), id: 'city' }), k.field({ label: t('reference'), placeholder: 'S-2026-0001', id: 'reference' })]);
    return k.app({
        top: k.top('Assurix', AREAS(t), 0, who(k, t, d)),
        main: k.h(1, t('claims')) + k.row(...filters)
            + k.bar(...change.order([k.btn(t('search'), { primary: true, id: 'search' }), k.btn(t('reset'), { id: 'reset' }), k.btn(t('export'), { id: 'export' })]), k.grow, k.check({ label: t('todo'), checked: r.chance(0.5), id: 'todo' }))
            + k.table({ cols: ['number', 'lastname', 'city', 'date', 'amount', 'priority', 'actions'].map(t).map(esc), rows: change.order(rows) }) + k.pages(3, 0, t),
    });
}

export function leave({ k, t, d, r, change }) {
    const kinds = ['annual', 'sick', 'unpaid'].map(t);
    return k.app({
        top: k.top('Équipe', ['hr', 'planning', 'documents'].map(t), 0, who(k, t, d)),
        main: `<div style="max-width:900px">` + k.crumbs([t('home'), t('hr'), t('leave')]) + k.h(1, t('leave')) + k.tabs(['step1', 'step2', 'step3'].map(t), 0, { id: 'step' })
            + k.radios({ label: t('leavetype'), options: change.order(kinds), value: kinds[r.int(0, 2)], id: 'kind' })
            + k.row(...change.order([k.field({ label: t('start'), value: d.date(), id: 'start' }), k.field({ label: t('end'), value: late(change, d.date(), ''), error: change.after ? undefined : t('required'), id: 'end' })]))
            + k.check({ label: t('halfday'), checked: r.chance(0.3) || change.after, id: 'half' }) + k.select({ label: t('replacement'), options: [d.person(), d.person(), d.person()], id: 'cover' })
            + k.area({ label: t('comment'), rows: 3, value: r.chance(0.5) ? d.subject() : '', id: 'comment' }) + k.alert('info', `${t('balance')} : ${r.int(2, 28)}`)
            + k.bar(...change.order([k.btn(t('next'), { primary: true, id: 'next' }), k.btn(t('save'), { id: 'save' }), k.btn(t('cancel'), { id: 'cancel' })])) + '</div>',
    });
}

export function contact({ k, t, d, r, change }) {
    const facts = change.order([['company', d.firm()], ['position', t(r.pick(['accounting', 'purchasing', 'sales']))], ['email', d.email()], ['phone', d.phone()], ['mobile', d.phone()], ['address', `${d.street()}, ${d.city()}`]]);
    const deals = Array.from({ length: 4 }, () => ({ id: d.code('AF'), cells: [] })).map(x => ({ id: x.id, cells: [k.link(x.id), esc(d.goods()), esc(d.money(500, 9000)), d.date()] }));
    const actions = change.after ? k.menu([{ text: t('edit'), icon: 'pencil' }, { text: t('duplicate') }, '-', { text: t('delete'), icon: 'trash' }], { id: 'more', at: 'top:100%;right:0' }) : '';
    return k.app({
        side: k.side([['home', 'home'], ['user', 'customers'], ['chart', 'opportunities'], ['calendar', 'planning'], ['gear', 'settings']].map(([icon, x]) => ({ icon, text: t(x) })), 1),
        main: k.bar(k.h(1, d.person()), k.badge(t('customer'), 'success'), k.grow, ...change.order([k.btn(t('call'), { icon: 'phone', primary: true, id: 'call' }), k.btn(t('send'), { icon: 'mail', id: 'send' }), k.btn(t('addnote'), { id: 'note' })]),
            `<div class="l-anchor">${k.btn(t('actions'), { menu: true, open: change.after, id: 'actions' })}${actions}</div>`)
            + k.tabs(['contact', 'opportunities', 'activities', 'documents'].map(t), 1, { id: 'tab' })
            + k.row([1, k.card(t('contact'), facts.map(([a, b]) => `<div style="margin-bottom:10px"><div style="opacity:.75">${esc(t(a))}</div><div>${esc(b)}</div></div>`).join('') + k.toggle({ label: t('follow'), checked: r.chance(0.5), id: 'follow' }))],
                [2, k.card(t('opportunities'), k.table({ cols: ['reference', 'description', 'amount', 'due'].map(t).map(esc), rows: change.order(deals) })) + '<div style="height:16px"></div>'
                    + k.card(t('activities'), Array.from({ length: 3 }, () => `<p style="margin:6px 0">${k.icon(r.pick(['phone', 'mail', 'calendar']))} ${d.date()} — ${esc(d.subject())}</p>`).join('') + k.link(t('viewall')))]),
    });
}

export function rooms({ k, t, d, r, change }) {
    const hours = ['08:00', '09:00', '10:00', '11:00', '13:00', '14:00', '15:00'];
    const names = ['Alpina', 'Bodan', 'Cervin', 'Dufour'];
    const rows = change.order(hours.map(h => ({ id: h, cells: [`<b>${h}</b>`, ...names.map(() => r.chance(0.4) ? esc(d.last()) : k.btn(t('book'), { small: true }))] })));
    return k.app({
        top: k.top('Salles', ['today', 'week', 'month'].map(t), 1, who(k, t, d)),
        main: k.bar(k.h(1, t('booking')), k.grow, k.iconBtn('left', t('previous'), { id: 'left' }), k.btn(t('today'), { id: 'today' }), k.iconBtn('right', t('next'), { id: 'right' }))
            + k.row([3, k.table({ cols: ['', ...names].map(esc), rows })], [1, k.card(t('book'), change.order([k.select({ label: t('room'), options: names, value: names[1], id: 'room' }), k.field({ label: t('date'), value: d.date(), id: 'date' }),
                k.field({ label: t('participants'), value: late(change, String(r.int(2, 14)), ''), id: 'people' }), k.slider({ label: t('quantity'), value: r.int(20, 80), id: 'length' })]).join('') + k.check({ label: t('remember'), id: 'remind' })
                + k.bar(k.btn(t('confirm'), { primary: true, id: 'ok' }), k.btn(t('cancel'), { id: 'no' })))]),
    });
}

export function files({ k, t, d, r, change }) {
    const kinds = ['pdf', 'xlsx', 'docx', 'png'];
    const rows = Array.from({ length: r.int(8, 12) }, () => { const n = `${d.code('DOC')}.${r.pick(kinds)}`; return { id: n, cells: [k.bareCheck({ label: n, id: `pick.${n}` }), `${k.icon(r.chance(0.2) ? 'folder' : 'file')} ${k.link(n)}`, d.date(), `${r.int(12, 980)} Ko`, esc(d.person()), k.iconBtn('more', t('actions'), { small: true, id: `more.${n}` })] }; });
    return k.app({
        side: k.side([['folder', 'files'], ['user', 'shared'], ['star', 'recent'], ['trash', 'trash']].map(([icon, x]) => ({ icon, text: t(x) })), 0),
        main: k.bar(...change.order([k.btn(t('upload'), { primary: true, icon: 'download', id: 'upload' }), k.btn(t('newfolder'), { icon: 'folder', id: 'folder' })]), k.grow, k.input({ aria: t('search'), placeholder: t('search'), value: change.after ? 'DOC-2024' : undefined, id: 'search' }), k.iconBtn('search', t('search'), { id: 'go' }))
            + k.crumbs([t('files'), t('invoices'), '2026']) + k.table({ cols: ['', 'name', 'modified', 'size', 'owner', ''].map(x => x && esc(t(x))), rows: change.order(rows) })
            + `<div style="max-width:280px">${esc(t('storage'))} : ${r.int(10, 90)} %${k.progress(r.int(10, 90))}</div>`,
    });
}

export function register({ k, t, d, r, change }) {
    const fields = change.order([k.field({ label: t('firstname'), value: d.first(), id: 'first' }), k.field({ label: t('lastname'), value: d.last(), id: 'last' }), k.field({ label: t('email'), value: d.email(), type: 'email', id: 'email' }),
        k.field({ label: t('phone'), placeholder: '+33', id: 'phone' }), k.field({ label: t('company'), value: late(change, d.firm(), ''), id: 'company' }), k.select({ label: t('country'), options: ['France', 'Deutschland', 'Ireland'], id: 'country' }),
        k.field({ label: t('password'), type: 'password', value: 'motdepasse', id: 'pass' }), k.field({ label: t('confirm'), type: 'password', value: r.chance(0.5) ? 'motdepasse' : '', id: 'again' })]);
    return `<div style="max-width:760px;margin:0 auto;padding:24px">${k.card(t('register'), k.row(fields[0], fields[1]) + k.row(fields[2], fields[3]) + k.row(fields[4], fields[5]) + k.row(fields[6], fields[7])
        + k.radios({ label: t('language'), options: ['Français', 'English', 'Deutsch'], value: 'English', inline: true, id: 'lang' })
        + change.order([k.check({ label: t('accept'), checked: change.after, id: 'accept' }), k.check({ label: t('newsletter'), checked: r.chance(0.5), id: 'news' })]).join('')
        + k.bar(k.btn(t('register'), { primary: true, id: 'go' }), k.btn(t('cancel'), { id: 'cancel' }), k.grow, `<span>${esc(t('already'))}</span>`, k.link(t('login'))))}</div>`;
}

export function rights({ k, t, d, r, change }) {
    const rows = change.order(['accounting', 'purchasing', 'hr', 'stock', 'sales'].map(m => ({ id: m, cells: [esc(t(m)), ...['read', 'write', 'admin'].map(a => k.bareCheck({ label: `${t(m)} ${t(a)}`, checked: r.chance(0.5), id: `${m}.${a}` }))] })));
    const dialog = r.chance(0.35) || change.after;
    return k.app({
        top: k.top('Console', AREAS(t), 4, who(k, t, d)),
        main: k.h(1, t('permissions')) + k.row([1, k.list(change.order(Array.from({ length: 6 }, () => d.person())).map(p => ({ id: p, html: esc(p) })), r.int(0, 5), { id: 'person' })],
            [2, k.select({ label: t('role'), options: [t('accounting'), t('sales')], id: 'role' }) + k.table({ cols: ['module', 'read', 'write', 'admin'].map(t).map(esc), rows })
                + k.toggle({ label: t('twofactor'), checked: r.chance(0.5), id: 'two' }) + k.toggle({ label: t('active'), checked: true, id: 'active' })
                + k.bar(...change.order([k.btn(t('apply'), { primary: true, id: 'apply' }), k.btn(t('reset'), { id: 'reset' }), k.btn(t('delete'), { danger: true, id: 'delete' })]))])
            + (dialog ? k.dialog({ title: `${t('confirm')} ?`, close: t('close'), body: k.p(t('sureText')) + k.field({ label: t('reason'), value: '', id: 'why' }), buttons: change.order([k.btn(t('reject'), { id: 'no' }), k.btn(t('approve'), { primary: true, id: 'yes' })]).join(' ') }) : ''),
    });
}

export function report({ k, t, d, r, change }) {
    const points = Array.from({ length: 14 }, (_, i) => `${10 + i * 34},${r.int(20, 130)}`).join(' ');
    return k.app({
        top: k.top('Pilotage', AREAS(t), 3, who(k, t, d)),
        side: k.side([['chart', 'sales'], ['folder', 'stock'], ['user', 'customers'], ['file', 'accounting']].map(([icon, x]) => ({ icon, text: t(x) })), 0),
        main: k.h(1, t('reports')) + k.row([1, k.card(t('filter'), change.order([k.select({ label: t('period'), options: ['thisweek', 'month', 'today'].map(t), id: 'period' }), k.select({ label: t('groupby'), options: ['customer', 'category', 'warehouse'].map(t), id: 'group' })]).join('')
            + k.radios({ label: t('format'), options: ['PDF', 'CSV', 'Excel'], value: 'PDF', id: 'format' }) + k.check({ label: t('includevat'), checked: !change.after, id: 'vat' }) + k.slider({ label: t('budget'), value: r.int(5, 95), id: 'budget' }) + k.btn(t('generate'), { primary: true, id: 'go' }))],
            [3, k.card(t('revenue'), `<svg data-t="image" viewBox="0 0 480 150" style="width:100%;height:220px"><polyline points="${points}" fill="none" stroke="#d9480f" stroke-width="3"/></svg>`)
                + k.table({ cols: ['month', 'revenue', 'margin', 'newcustomers'].map(t).map(esc), rows: change.order(Array.from({ length: 5 }, () => ({ id: d.code('R'), cells: [d.date(), esc(d.money(1000, 9000)), esc(d.percent()), String(r.int(1, 40))] }))) })
                + k.bar(k.link(t('viewall')), k.link(t('export')))]),
    });
}

export function product({ k, t, d, r, change }) {
    const left = change.order([k.field({ label: t('reference'), value: d.code('ART'), readonly: true, id: 'ref' }), k.field({ label: t('description'), value: d.goods(), id: 'name' }), k.select({ label: t('category'), options: ['Bureau', 'Réseau', 'Papier'], id: 'category' }),
        k.field({ label: t('barcode'), value: String(r.int(3e12, 4e12)), id: 'barcode' })]);
    const right = change.order([k.field({ label: t('price'), value: d.money(5, 400), id: 'price' }), k.field({ label: t('vat'), value: d.percent(), id: 'vat' }), k.field({ label: t('minstock'), value: String(r.int(1, 60)), id: 'min' }), k.select({ label: t('warehouse'), options: [d.city(), d.city()], id: 'house' })]);
    return k.app({
        top: k.top('Stock+', ['products', 'suppliers', 'orders', 'stock'].map(t), 0, who(k, t, d)),
        main: k.crumbs([t('products'), d.goods()]) + k.h(1, d.goods()) + (change.after ? k.alert('success', t('saved')) : '')
            + k.row(k.card(t('general'), left.join('')), k.card(t('price'), right.join('')), k.card(t('settings'), change.order([k.toggle({ label: t('active'), checked: true, id: 'active' }), k.toggle({ label: t('online'), checked: r.chance(0.5), id: 'online' }), k.toggle({ label: t('fragile'), checked: false, id: 'fragile' })]).join('')
                + k.slider({ label: t('weight'), value: r.int(5, 95), id: 'weight' }) + k.area({ label: t('notes'), rows: 4, value: d.subject(), id: 'notes' })))
            + k.bar(...change.order([k.btn(t('save'), { primary: true, id: 'save' }), k.btn(t('duplicate'), { id: 'dup' }), k.btn(t('delete'), { danger: true, id: 'del' })])),
    });
}

export default { claims, leave, contact, rooms, files, register, rights, report, product };
