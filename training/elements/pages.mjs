// A page drawn from a seed: blocks of widgets in an order that no template has.
export function randomPage({ k, t, d, r, esc, keys, icons }) {
    const word = () => t(r.pick(keys));
    const some = (lo, hi, make) => Array.from({ length: r.int(lo, hi) }, (_, i) => make(i));
    const sentence = n => some(n, n * 2, () => word().toLowerCase()).join(' ');
    const field = () => r.pick([
        () => k.field({ label: word(), value: r.pick([d.person(), d.date(), d.city(), d.money(), '', d.email()]), required: r.chance(0.2) }),
        () => k.field({ label: word(), placeholder: r.pick([`${word()}…`, d.date(), '']) }),
        () => k.field({ label: word(), type: 'password', value: 'secretsecret'.slice(0, r.int(4, 12)) }),
        () => k.select({ label: word(), options: some(2, 5, word), value: undefined }),
        () => k.area({ label: word(), value: r.chance(0.6) ? sentence(8) : '', rows: r.int(2, 6) }),
        () => k.slider({ label: word(), value: r.int(5, 95) }),
    ])();
    const tick = () => r.pick([() => k.check({ label: word(), checked: r.chance(0.5) }), () => k.toggle({ label: word(), checked: r.chance(0.5) }),
        () => k.radios({ label: word(), options: some(2, 4, word), value: undefined, inline: r.chance(0.4) })])();
    const button = () => k.btn(word(), { primary: r.chance(0.25), danger: r.chance(0.1), icon: r.chance(0.3) ? r.pick(icons) : undefined, menu: r.chance(0.15), disabled: r.chance(0.1), small: r.chance(0.2) });
    const blocks = [
        () => k.h(r.int(1, 3), `${word()} ${r.chance(0.3) ? d.code('X') : ''}`),
        () => k.bar(...some(2, 5, button), r.chance(0.5) ? k.grow : '', ...some(0, 3, () => k.iconBtn(r.pick(icons), word()))),
        () => k.bar(...some(3, 9, () => k.iconBtn(r.pick(icons), word(), { small: r.chance(0.5) }))),
        () => k.row(...some(1, 3, () => some(1, 3, field).join(''))),
        () => k.row(...some(1, 3, () => some(1, 3, tick).join(''))),
        () => k.tabs(some(2, 6, word), 0),
        () => `<p>${esc(sentence(6))} ${k.link(word())} ${esc(sentence(4))}. ${esc(sentence(8))}.</p>`,
        () => k.p(`${sentence(12)}.`),
        () => { const n = r.int(3, 7), linked = r.chance(0.5), acts = r.chance(0.5), picks = r.chance(0.4); return k.table({ cols: some(n, n, () => esc(word())), rows: some(3, 9, i => ({ id: `r${i}`, cells: some(n, n, j => j === 0 && picks ? k.bareCheck({ label: 'x', checked: r.chance(0.3) }) : j === (picks ? 1 : 0) && linked ? k.link(d.code('F')) : j === n - 1 && acts ? some(1, 3, () => k.iconBtn(r.pick(icons), word(), { small: true })).join(' ') : r.pick([() => esc(d.firm()), () => d.date(), () => esc(d.money()), () => k.badge(word(), r.pick(['success', 'danger', 'secondary']))])()).slice(0, n) })) }); },
        () => k.list(some(2, 6, () => r.chance(0.5) ? `${word()} – ${d.person()}` : { html: `<div><b>${esc(d.person())}</b><br><small>${esc(sentence(4))}</small></div>` }), r.int(0, 2)),
        () => k.card(word(), some(1, 3, () => r.chance(0.5) ? field() : tick()).join(''), k.bar(button(), button())),
        () => k.row(...some(2, 4, () => k.stat(word(), d.money()))),
        () => k.pages(r.int(3, 6), r.int(0, 2), t),
        () => k.alert(r.pick(['info', 'danger']), `${sentence(5)}.`),
        () => k.bar(k.input({ aria: 'x', type: 'search', placeholder: `${word()}…` }), k.selectTag({ aria: 'y', options: some(2, 4, word) }), button()),
        () => k.bar(...some(3, 6, () => k.link(word()))),
        () => `<dl>${some(2, 5, () => `<dt>${esc(word())}</dt><dd>${esc(d.person())}</dd>`).join('')}</dl>`,
    ];
    const main = some(4, 9, () => r.pick(blocks)()).join('');
    const over = r.chance(0.15) ? k.dialog({ title: word(), body: k.p(sentence(8)) + (r.chance(0.5) ? field() : ''), buttons: button() + ' ' + button(), close: 'x' }) : '';
    const open = r.chance(0.2) ? `<div class="l-anchor" style="position:absolute;left:${r.int(200, 900)}px;top:${r.int(100, 500)}px">${k.menu(some(3, 8, i => r.chance(0.1) ? '-' : { text: word(), icon: r.chance(0.4) ? r.pick(icons) : undefined, key: r.chance(0.3) ? `Ctrl+${r.pick(['S', 'P', 'Z'])}` : undefined, disabled: r.chance(0.1) }))}</div>` : '';
    return k.app({
        top: r.chance(0.75) ? k.top(word(), some(3, 7, word), r.int(0, 2), k.bar(...some(0, 3, () => k.iconBtn(r.pick(icons), word())))) : '',
        side: r.chance(0.45) ? k.side(some(4, 9, () => r.chance(0.6) ? { icon: r.pick(icons), text: word() } : { text: word() }), r.int(0, 2)) : '',
        main: (r.chance(0.5) ? k.crumbs(some(2, 4, word)) : '') + main,
    }) + over + open;
}
