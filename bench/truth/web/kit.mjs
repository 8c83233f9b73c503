// What every kit can do, in plain HTML. A kit overrides what it draws otherwise. Templates speak only to this interface.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const esc = s => String(s).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
export const attr = o => Object.entries(o).filter(([, v]) => v !== undefined && v !== false && v !== null)
    .map(([k, v]) => v === true ? ` ${k}` : ` ${k}="${esc(v)}"`).join('');

let serial = 0;
export const freshId = () => `f${serial++}`;
export const restart = () => { serial = 0; };

/** Grid and spacing that no kit provides alike; everything a user sees of a widget comes from the kit. */
export const LAYOUT = `
*, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important; }
body { margin: 0; min-height: 100vh; }
.l-app { display: flex; min-height: 100vh; align-items: stretch; }
.l-side { width: 220px; flex: none; padding: 16px 12px; box-sizing: border-box; border-right: 1px solid rgba(128,128,128,.35); }
.l-side ul { list-style: none; margin: 0; padding: 0; }
.l-main { flex: 1; min-width: 0; padding: 20px 28px; box-sizing: border-box; }
.l-row { display: flex; gap: 20px; flex-wrap: wrap; align-items: flex-start; margin-bottom: 14px; }
.l-row > * { min-width: 0; }
.l-bar { display: flex; gap: 10px; align-items: center; flex-wrap: wrap; margin-bottom: 14px; }
.l-bar > * { margin-bottom: 0 !important; margin-top: 0 !important; width: auto; }
.l-bar .l-grow { flex: 1; }
.l-field { margin-bottom: 12px; }
.l-card { border: 1px solid rgba(128,128,128,.4); border-radius: 6px; padding: 16px; }
.l-top { display: flex; gap: 18px; align-items: center; padding: 10px 20px; }
.l-top ul { display: flex; gap: 16px; list-style: none; margin: 0; padding: 0; flex: 1; }
.l-shade { position: fixed; inset: 0; background: rgba(0,0,0,.5); display: flex; align-items: center; justify-content: center; z-index: 1050; }
.l-pop { position: absolute; z-index: 1000; }
.l-anchor { position: relative; display: inline-block; }
.l-icon { width: 1.15em; height: 1.15em; vertical-align: -0.2em; fill: currentColor; flex: none; }
.l-center { display: flex; align-items: center; justify-content: center; min-height: 100vh; }
.l-list { list-style: none; margin: 0; padding: 0; }
[data-mount] { display: contents; }
`;

/** Icons: one set for develop, another for held. */
export function iconSet(modules, split) {
    const folder = split === 'held' ? 'lucide-static/icons' : 'bootstrap-icons/icons';
    const names = split === 'held'
        ? { plus: 'plus', pencil: 'pencil', trash: 'trash-2', gear: 'settings', search: 'search', bell: 'bell', user: 'user', download: 'download',
            printer: 'printer', x: 'x', more: 'ellipsis', star: 'star', folder: 'folder', file: 'file', calendar: 'calendar', mail: 'mail', home: 'house',
            chart: 'chart-column', lock: 'lock', refresh: 'refresh-cw', left: 'chevron-left', right: 'chevron-right', down: 'chevron-down', phone: 'phone', link: 'link', eye: 'eye' }
        : { plus: 'plus-lg', pencil: 'pencil', trash: 'trash', gear: 'gear', search: 'search', bell: 'bell', user: 'person', download: 'download',
            printer: 'printer', x: 'x-lg', more: 'three-dots', star: 'star', folder: 'folder', file: 'file-earmark', calendar: 'calendar', mail: 'envelope', home: 'house',
            chart: 'bar-chart', lock: 'lock', refresh: 'arrow-clockwise', left: 'chevron-left', right: 'chevron-right', down: 'chevron-down', phone: 'telephone', link: 'link-45deg', eye: 'eye' };
    return name => {
        const svg = readFileSync(join(modules, folder, `${names[name]}.svg`), 'utf8').replace(/<!--.*?-->/gs, '');
        const keep = split === 'held' ? 'fill="none" style="fill:none"' : '';
        return svg.replace(/<svg[^>]*>/, open => open.replace(/\s(width|height|class|xmlns)="[^"]*"/g, '')).replace('<svg', `<svg class="l-icon" aria-hidden="true" ${keep}`).replace(/\s+/g, ' ').trim();
    };
}

export function baseKit({ icon }) {
    const k = {
        icon,
        css: [],
        style: '',
        html: {}, // attributes of <html>
        body: {},
        h: (n, text) => `<h${n}>${esc(text)}</h${n}>`,
        p: text => `<p>${esc(text)}</p>`,
        small: text => `<small>${esc(text)}</small>`,
        link: text => `<a href="#">${esc(text)}</a>`,
        btnClass: o => [o.primary && 'primary', o.danger && 'danger', o.small && 'small'].filter(Boolean).join(' '),
        btn: (label, o = {}) => `<button type="button"${attr({ class: k.btnClass(o), disabled: o.disabled, 'aria-haspopup': o.menu && 'menu', 'aria-expanded': o.open && 'true', 'data-id': o.id })}>${o.icon ? `${icon(o.icon)} ` : ''}${esc(label)}${o.menu ? ` ${icon('down')}` : ''}</button>`,
        iconBtn: (name, label, o = {}) => `<button type="button"${attr({ class: k.btnClass({ ...o, bare: true }), 'aria-label': label, 'data-id': o.id })}>${icon(name)}</button>`,
        inputClass: '', selectClass: '', areaClass: '', labelClass: '', checkClass: '', radioClass: '', rangeClass: '',
        wrapSelect: s => s,
        fieldWrap: (o, id, control) => `<div class="l-field ${k.fieldClass ?? ''}">${o.label ? `<label${attr({ for: id, class: k.labelClass })}>${esc(o.label)}${o.required ? ' *' : ''}</label>` : ''}${control}${o.error ? k.error(o.error) : o.help ? k.small(o.help) : ''}</div>`,
        error: text => `<div class="error">${esc(text)}</div>`,
        input: o => `<input${attr({ id: o.dom, type: o.type ?? 'text', value: o.value, placeholder: o.placeholder, class: k.inputClass, disabled: o.disabled, readonly: o.readonly, 'aria-label': o.label ? undefined : o.aria, 'data-id': o.id })}>`,
        field: o => { const dom = freshId(); return k.fieldWrap(o, dom, k.input({ ...o, dom })); },
        area: o => { const dom = freshId(); return k.fieldWrap(o, dom, `<textarea${attr({ id: dom, rows: o.rows ?? 3, class: k.areaClass, placeholder: o.placeholder, 'data-id': o.id })}>${esc(o.value ?? '')}</textarea>`); },
        selectTag: o => k.wrapSelect(`<select${attr({ id: o.dom, class: k.selectClass, disabled: o.disabled, 'aria-label': o.label ? undefined : o.aria, 'data-id': o.id })}>${o.options.map(x => `<option${attr({ selected: x === o.value })}>${esc(x)}</option>`).join('')}</select>`),
        select: o => { const dom = freshId(); return k.fieldWrap(o, dom, k.selectTag({ ...o, dom })); },
        check: o => { const dom = freshId(); return `<div class="l-field ${k.checkWrap ?? ''}" data-wrap><input${attr({ type: 'checkbox', id: dom, class: k.checkClass, checked: o.checked, disabled: o.disabled, 'data-id': o.id })}> <label${attr({ for: dom, class: k.checkLabel })}>${esc(o.label)}</label></div>`; },
        bareCheck: o => `<input${attr({ type: 'checkbox', class: k.checkClass, checked: o.checked, 'aria-label': o.label, 'data-id': o.id })}>`,
        radios: o => { const name = freshId(); return `<fieldset class="l-field ${k.radioSet ?? ''}" style="border:0;padding:0;margin:0 0 12px"><legend class="${k.legendClass ?? ''}" style="float:none;padding:0">${esc(o.label)}</legend><div class="${o.inline ? 'l-bar' : ''} ${k.radioGroup ?? ''}">${o.options.map((x, i) => k.radio({ name, label: x, checked: x === o.value, id: o.id && `${o.id}.${i}` })).join('')}</div></fieldset>`; },
        radio: o => { const dom = freshId(); return `<div class="${k.radioWrap ?? ''}" data-wrap><input${attr({ type: 'radio', name: o.name, id: dom, class: k.radioClass, checked: o.checked, 'data-id': o.id })}> <label${attr({ for: dom, class: k.radioLabel })}>${esc(o.label)}</label></div>`; },
        toggle: o => k.check(o),
        slider: o => { const dom = freshId(); return k.fieldWrap(o, dom, `<input${attr({ id: dom, type: 'range', min: 0, max: 100, value: o.value, class: k.rangeClass, 'data-id': o.id })}>`); },
        tabs: (items, at, o = {}) => `<div role="tablist" class="${k.tabsClass ?? ''}">${items.map((x, i) => `<button type="button" role="tab"${attr({ class: i === at ? 'active' : undefined, 'aria-selected': String(i === at), 'data-id': o.id && `${o.id}.${i}` })}>${esc(x)}</button>`).join('')}</div>`,
        tableClass: '',
        /** Rows are `{id, cells: [html]}`; a cell that is not a string of HTML is made by `k.text`. */
        table: o => `<table class="${k.tableClass}"><thead><tr>${o.cols.map(c => `<th scope="col">${c}</th>`).join('')}</tr></thead><tbody>${o.rows.map(row => `<tr${attr({ 'data-id': row.id })}>${row.cells.map(c => `<td>${c}</td>`).join('')}</tr>`).join('')}</tbody></table>`,
        text: esc,
        pages: (n, at, t) => `<nav class="${k.pagesClass ?? 'l-bar'}"><a href="#">${esc(t('previous'))}</a>${Array.from({ length: n }, (_, i) => ` <a href="#"${attr({ 'aria-current': i === at && 'page' })}>${i + 1}</a>`).join('')} <a href="#">${esc(t('next'))}</a></nav>`,
        crumbs: items => `<nav class="breadcrumb l-bar">${items.map((x, i) => i < items.length - 1 ? `<a href="#">${esc(x)}</a> / ` : `<span>${esc(x)}</span>`).join('')}</nav>`,
        card: (title, body, foot = '') => `<div class="l-card">${title ? k.h(3, title) : ''}${body}${foot}</div>`,
        alert: (kind, text) => `<div class="alert ${kind}" role="alert">${esc(text)}</div>`,
        badge: (text, kind) => `<span class="badge ${kind}">${esc(text)}</span>`,
        dialog: o => `<div class="l-shade"><div role="dialog" class="dialog" style="width:${o.width ?? 480}px">${k.h(3, o.title)}${o.body}<div class="l-bar" style="justify-content:flex-end;margin-top:14px">${o.buttons}</div></div></div>`,
        /** A menu that hangs open under its button. `-` is a line. */
        menu: (items, o = {}) => `<ul role="menu" class="menu l-pop" style="${o.at ?? 'top:100%;left:0'}">${items.map((x, i) => x === '-' ? '<li role="separator"><hr></li>' : `<li role="menuitem" tabindex="-1"${attr({ 'data-id': o.id && `${o.id}.${i}`, 'aria-disabled': x.disabled && 'true' })}>${x.icon ? `${icon(x.icon)} ` : ''}<span>${esc(x.text ?? x)}</span>${x.key ? `<kbd>${esc(x.key)}</kbd>` : ''}</li>`).join('')}</ul>`,
        top: (brand, items, at, right = '') => `<header class="l-top top" role="toolbar"><strong>${esc(brand)}</strong><ul data-nav>${items.map((x, i) => `<li><a href="#"${attr({ 'aria-current': i === at && 'page' })}>${esc(x)}</a></li>`).join('')}</ul>${right}</header>`,
        side: (items, at) => `<aside class="l-side side"><ul>${items.map((x, i) => `<li><a href="#"${attr({ 'aria-current': i === at && 'page', class: i === at ? 'active' : undefined })}>${x.icon ? `${icon(x.icon)} ` : ''}${esc(x.text ?? x)}</a></li>`).join('')}</ul></aside>`,
        list: (items, at, o = {}) => `<ul class="l-list list" role="listbox">${items.map((x, i) => `<li role="option"${attr({ 'aria-selected': String(i === at), 'data-id': o.id && `${o.id}.${x.id ?? i}` })}>${x.html ?? esc(x)}</li>`).join('')}</ul>`,
        row: (...cols) => `<div class="l-row">${cols.map(c => Array.isArray(c) ? `<div style="flex:${c[0]} 1 0">${c[1]}</div>` : `<div style="flex:1 1 0">${c}</div>`).join('')}</div>`,
        bar: (...items) => `<div class="l-bar">${items.join('')}</div>`,
        grow: '<span class="l-grow"></span>',
        app: ({ top = '', side = '', main }) => `${top}<div class="l-app">${side}<main class="l-main">${main}</main></div>`,
        stat: (label, value) => k.card('', `<div class="stat-label">${esc(label)}</div><div style="font-size:1.7em">${esc(value)}</div>`),
        progress: v => `<progress value="${v}" max="100"></progress>`,
    };
    return k;
}
