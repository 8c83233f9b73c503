// Back-office pages that may be looked at while developing. Each takes the kit, the words, seeded records and `change`:
//   order: a function that permutes what may stand in another order (identity unless asked);
//   after: true when the page is shown a moment later: a field typed, a menu opened, a box ticked.
import { esc } from '../kit.mjs';

/** What stands there a moment later. Both are drawn from the seed, so that the rest of the page stays as it was. */
const late = (change, after, before) => change.after ? after : before;

const MENU = t => ['dashboard', 'invoices', 'customers', 'orders', 'reports'].map(t);
const SIDE = t => [['home', 'home'], ['file', 'invoices'], ['user', 'customers'], ['folder', 'orders'], ['chart', 'reports'], ['mail', 'messages'], ['gear', 'settings']]
    .map(([icon, key]) => ({ icon, text: t(key) }));

function corner(k, t, d) {
    return k.bar(k.iconBtn('bell', t('notifications'), { id: 'bell' }), k.iconBtn('gear', t('settings'), { id: 'gear' }), `<span>${esc(d.person())}</span>`);
}

export function invoices({ k, t, d, r, change }) {
    const kinds = [['paid', 'success'], ['pending', 'warning'], ['late', 'danger'], ['draft', 'secondary']];
    const rows = Array.from({ length: r.int(7, 12) }, () => {
        const [state, colour] = r.pick(kinds);
        const code = d.code('F');
        return { id: code, cells: [k.bareCheck({ label: code, checked: r.chance(0.2), id: `pick.${code}` }), k.link(code), esc(d.firm()), d.date(), d.date(), esc(d.money()), k.badge(t(state), colour),
            `<span style="white-space:nowrap">${k.iconBtn('pencil', t('edit'), { small: true, id: `edit.${code}` })} ${k.iconBtn('trash', t('delete'), { small: true, id: `delete.${code}` })}</span>`] };
    });
    const tools = change.order([
        k.btn(t('new'), { primary: true, icon: 'plus', id: 'new' }), k.btn(t('export'), { icon: 'download', id: 'export' }), k.btn(t('print'), { id: 'print' }), k.btn(t('archive'), { id: 'archive' })]);
    return k.app({
        top: k.top('Comptoir', MENU(t), 1, corner(k, t, d)),
        side: r.chance(0.6) ? k.side(SIDE(t), 1) : '',
        main: k.crumbs([t('home'), t('invoices')]) + k.h(1, t('invoices'))
            + k.bar(...tools, k.grow, k.input({ aria: t('search'), type: 'search', placeholder: `${t('search')}…`, value: late(change, d.firm(), undefined), id: 'search' }), k.selectTag({ aria: t('status'), options: [t('all'), t('paid'), t('pending')], id: 'status' }), k.btn(t('filter'), { id: 'filter' }))
            + k.table({ cols: ['', 'number', 'customer', 'date', 'due', 'amount', 'status', 'actions'].map(c => c && esc(t(c))), rows: change.order(rows) })
            + k.bar(k.pages(4, r.int(0, 2), t), k.grow, `<span>${esc(t('rows'))}</span>`, k.selectTag({ aria: t('rows'), options: ['10', '25', '50'], id: 'rows' })),
    });
}

export function patient({ k, t, d, r, change }) {
    const identity = [k.field({ label: t('lastname'), value: d.last(), required: true, id: 'lastname' }), k.field({ label: t('firstname'), value: change.after ? d.first() : d.first().slice(0, 3), required: true, id: 'firstname' }),
        k.field({ label: t('birth'), value: d.date(), id: 'birth' }), k.select({ label: t('sex'), options: [t('female'), t('male'), t('other')], value: r.pick([t('female'), t('male')]), id: 'sex' })];
    const place = [k.field({ label: t('street'), value: d.street(), id: 'street' }), k.field({ label: t('zip'), value: d.zip(), id: 'zip' }), k.field({ label: t('city'), value: d.city(), id: 'city' }),
        k.select({ label: t('country'), options: ['France', 'Schweiz', 'Deutschland', 'United Kingdom'], value: r.pick(['France', 'Deutschland']), id: 'country' })];
    const care = [k.field({ label: t('insuranceno'), value: String(r.int(1e9, 9e9)), id: 'insuranceno' }), k.field({ label: t('doctor'), placeholder: 'Dr', id: 'doctor' }),
        k.field({ label: t('email'), value: d.email(), error: r.chance(0.4) ? t('required') : undefined, id: 'email' }), k.field({ label: t('phone'), value: d.phone(), type: 'tel', id: 'phone' })];
    const pairs = list => { const o = change.order(list); return k.row(o[0], o[1]) + k.row(o[2], o[3]); };
    return k.app({
        top: k.top('MediDesk', ['planning', 'patients', 'messages', 'reports'].map(t), 1, corner(k, t, d)),
        main: k.h(1, `${t('patients')} – ${d.person()}`)
            + k.row([2, k.card('', pairs(identity) + pairs(place) + pairs(care)),],
                [1, k.card(t('notes'), k.area({ label: t('allergies'), value: 'Pénicilline, arachides', rows: 3, id: 'allergies' }) + k.area({ label: t('notes'), placeholder: '…', rows: 3, id: 'notes' })
                    + change.order([k.check({ label: t('smoker'), checked: r.chance(0.3), id: 'smoker' }), k.check({ label: t('reminder'), checked: r.chance(0.5) || change.after, id: 'reminder' }), k.check({ label: t('consent'), checked: true, id: 'consent' })]).join(''))])
            + k.bar(k.grow, ...change.order([k.btn(t('cancel'), { id: 'cancel' }), k.btn(t('print'), { id: 'print' }), k.btn(t('save'), { primary: true, id: 'save' })])),
    });
}

export function order({ k, t, d, r, change }) {
    const code = d.code('CMD');
    const lines = Array.from({ length: r.int(3, 6) }, () => ({ id: d.code('A'), cells: [] })).map(x => ({ id: x.id, cells: [x.id, esc(d.goods()), String(r.int(1, 40)), esc(d.money(2, 300)), esc(d.money(20, 3000))] }));
    const facts = change.order([['customer', d.firm()], ['date', d.date()], ['delivery', d.date()], ['reference', d.code('REF')], ['owner', d.person()]]);
    const dialog = r.chance(0.5) || change.after;
    return k.app({
        top: k.top('Comptoir', MENU(t), 3, corner(k, t, d)),
        side: k.side(SIDE(t), 3),
        main: k.crumbs([t('home'), t('orders'), code]) + k.bar(k.h(1, `${t('order')} ${code}`), k.badge(t('pending'), 'warning'), k.grow,
            ...change.order([k.btn(t('edit'), { icon: 'pencil', id: 'edit' }), k.btn(t('duplicate'), { id: 'duplicate' }), k.btn(t('delete'), { danger: true, icon: 'trash', id: 'delete' })]))
            + k.tabs([t('lines'), t('delivery'), t('attachments'), t('history')], 0, { id: 'tab' })
            + k.row([1, k.card('', `<dl style="margin:0">${facts.map(([a, b]) => `<dt style="font-weight:bold">${esc(t(a))}</dt><dd style="margin:0 0 8px">${esc(b)}</dd>`).join('')}</dl>`)],
                [3, k.table({ cols: ['reference', 'description', 'quantity', 'unitprice', 'total'].map(t).map(esc), rows: change.order(lines) })
                    + `<div style="text-align:right">${esc(t('total'))} : <b>${esc(d.money(3000, 9000))}</b></div>`])
            + (dialog ? k.dialog({ title: t('sureDelete'), close: t('close'), body: k.p(t('sureText')) + k.select({ label: t('reason'), options: [t('duplicate'), t('other')], id: 'reason' }) + k.check({ label: t('notifications'), checked: r.chance(0.5), id: 'tell' }),
                buttons: change.order([k.btn(t('cancel'), { id: 'no' }), k.btn(t('confirm'), { primary: true, id: 'yes' })]).join(' ') }) : ''),
    });
}

export function settings({ k, t, d, r, change }) {
    const toggles = ['twofactor', 'weekly', 'desktopalerts', 'sharestats', 'beta'].map((key, i) => k.toggle({ label: t(key), checked: r.chance(0.5) || (i === 2 && change.after), id: key }));
    return k.app({
        top: k.top('Atelier', MENU(t), 0, corner(k, t, d)),
        side: k.side(SIDE(t), 6),
        main: k.h(1, t('settings')) + k.tabs(['general', 'account', 'notifications', 'security'].map(t), r.int(0, 3), { id: 'tab' })
            + (r.chance(0.4) ? k.alert('success', t('saved')) : '')
            + k.row(k.card(t('appearance'), k.radios({ label: t('theme'), options: ['light', 'dark', 'auto'].map(t), value: t('auto'), id: 'theme' })
                + k.radios({ label: t('density'), options: change.order(['compact', 'normal', 'comfortable'].map(t)), value: t('normal'), id: 'density' })
                + k.slider({ label: t('fontsize'), value: r.int(10, 90), id: 'fontsize' }) + k.slider({ label: t('volume'), value: r.int(10, 90), id: 'volume' })),
            k.card(t('notifications'), change.order(toggles).join('') + k.select({ label: t('language'), options: ['Français', 'English', 'Deutsch'], id: 'language' })
                + k.select({ label: t('timezone'), options: ['Europe/Paris', 'Europe/Berlin', 'UTC'], id: 'timezone' })))
            + k.bar(...change.order([k.btn(t('save'), { primary: true, id: 'save' }), k.btn(t('reset'), { id: 'reset' }), k.btn(t('cancel'), { disabled: true, id: 'cancel' })])),
    });
}

export function login({ k, t, d, r, change }) {
    return `<div class="l-center"><div style="width:400px">${k.card(t('login'), k.p(`${t('welcome')}, Comptoir 4.2`)
        + change.order([k.field({ label: t('user'), value: late(change, d.email(), ''), placeholder: 'prenom.nom', id: 'user' }), k.field({ label: t('password'), type: 'password', value: r.chance(0.7) ? 'secret42!' : '', id: 'password' })]).join('')
        + k.check({ label: t('remember'), checked: r.chance(0.5), id: 'remember' })
        + (r.chance(0.3) ? k.alert('danger', t('required')) : '')
        + k.bar(k.btn(t('login'), { primary: true, id: 'login' }), k.link(t('forgot'))))}
        <div class="l-bar" style="justify-content:center;margin-top:18px">${change.order(['help', 'language', 'contact'].map(x => k.link(t(x)))).join(' ')}</div></div></div>`;
}

export function editor({ k, t, d, r, change }) {
    const opened = r.chance(0.8) || change.after;
    const entries = [{ text: t('new'), icon: 'plus' }, { text: t('open'), icon: 'folder' }, '-', { text: t('save'), icon: 'file' }, { text: t('saveas') }, { text: t('import') }, { text: t('print'), icon: 'printer' }, '-', { text: t('properties'), disabled: true }, { text: t('quit') }];
    const menus = ['file', 'edit', 'view', 'tools', 'help'];
    return k.app({
        main: k.bar(...menus.map((m, i) => `<div class="l-anchor">${k.btn(t(m), { small: true, menu: true, open: opened && i === 0, id: m })}${opened && i === 0 ? k.menu(entries, { id: 'entry' }) : ''}</div>`))
            + `<div role="toolbar">${k.bar(...change.order(['plus', 'folder', 'printer', 'search', 'refresh', 'star', 'trash']).map(i => k.iconBtn(i, i, { id: i })))}</div>`
            + `<div style="margin-left:300px">` + k.h(2, `${t('documents')} – ${d.code('DOC')}`) + k.field({ label: t('subject'), value: d.subject(), id: 'subject' })
            + k.area({ label: t('description'), rows: 9, value: Array.from({ length: 4 }, () => `${d.subject()}, ${d.person()}, ${d.date()}`).join('\n'), id: 'description' })
            + k.bar(k.btn(t('send'), { primary: true, id: 'send' }), k.btn(t('cancel'), { id: 'cancel' })) + '</div>',
    });
}

export function dashboard({ k, t, d, r, change }) {
    const bars = Array.from({ length: 12 }, () => r.int(15, 120));
    const chart = `<svg data-t="image" viewBox="0 0 480 150" style="width:100%;max-width:640px;height:auto">${bars.map((v, i) => `<rect x="${i * 40 + 6}" y="${140 - v}" width="26" height="${v}" fill="${r.pick(['#3b82f6', '#22a06b', '#e2a03f'])}"/>`).join('')}</svg>`;
    const stats = change.order([['revenue', d.money(20000, 98000)], ['openinvoices', String(r.int(4, 90))], ['newcustomers', `+${r.int(2, 30)}`], ['margin', d.percent()]]);
    return k.app({
        top: k.top('Comptoir', MENU(t), 0, corner(k, t, d)),
        side: k.side(SIDE(t), 0),
        main: k.bar(k.h(1, `${t('welcome')}, ${d.first()}`), k.grow, `<div class="l-anchor">${k.btn(t('thisweek'), { menu: true, open: change.after, id: 'period' })}${change.after ? k.menu(['today', 'week', 'month'].map(x => t(x)), { id: 'span' }) : ''}</div>`, k.btn(t('refresh'), { icon: 'refresh', id: 'refresh' }))
            + k.row(...stats.map(([a, b]) => k.stat(t(a), b)))
            + k.row([3, k.card(t('revenue'), chart)], [2, k.card(t('recent'), change.order(Array.from({ length: 5 }, () => `<div style="padding:4px 0">${k.icon('file')} ${esc(d.firm())} <b>${esc(d.money())}</b></div>`)).join('') + k.link(t('viewall')))]),
    });
}

export function mail({ k, t, d, r, change }) {
    const people = Array.from({ length: 7 }, () => ({ id: d.code('M'), who: d.person(), what: d.subject(), when: d.time() }));
    const at = r.int(0, 3);
    return k.app({
        side: k.side([{ icon: 'mail', text: t('inbox') }, { icon: 'right', text: t('sent') }, { icon: 'file', text: t('drafts') }, { icon: 'trash', text: t('trash') }], 0),
        main: k.row([2, k.field({ type: 'search', aria: t('search'), placeholder: t('search'), id: 'search' })
                + k.list(change.order(people).map(p => ({ id: p.id, html: `<div><b>${esc(p.who)}</b></div><div>${esc(p.what)}</div><small>${p.when}</small>` })), at, { id: 'mail' })],
            [3, k.bar(...change.order([k.btn(t('reply'), { primary: true, id: 'reply' }), k.btn(t('forward'), { id: 'forward' }), k.btn(t('archive'), { id: 'archive' })]), k.grow, k.iconBtn('star', t('follow'), { id: 'star' }), k.iconBtn('more', t('actions'), { id: 'more' }))
                + k.h(2, people[at].what) + k.p(`${t('from')} ${people[at].who} · ${d.date()} ${people[at].when}`) + k.p(`${t('welcome')} ${d.first()},`) + k.p(`${d.subject()} – ${d.firm()}, ${d.money()}. ${t('due')} ${d.date()}.`)
                + k.area({ label: t('reply'), rows: 5, value: change.after ? `${t('welcome')} !` : '', id: 'answer' }) + k.bar(k.btn(t('send'), { primary: true, icon: 'mail', id: 'send' }), k.check({ label: t('remember'), id: 'keep' }))]),
    });
}

export default { invoices, patient, order, settings, login, editor, dashboard, mail };
