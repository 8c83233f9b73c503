// Kits that may be looked at while developing: plain HTML, Bootstrap, Bulma, Pico, UIkit.
import { attr, baseKit, esc, freshId } from './kit.mjs';

const PLAIN = (dark, serif) => `
:root { color-scheme: ${dark ? 'dark' : 'light'}; --line: ${dark ? '#555' : '#bbb'}; --soft: ${dark ? '#333' : '#eee'}; --hi: ${dark ? '#4d8ef7' : '#1a56b0'}; }
body { font: 14px ${serif ? 'serif' : 'sans-serif'}; background: ${dark ? '#1e1e1e' : '#fff'}; color: ${dark ? '#ddd' : '#222'}; }
a { color: var(--hi); } table { border-collapse: collapse; width: 100%; } td, th { border: 1px solid var(--line); padding: 4px 8px; text-align: left; }
th { background: var(--soft); text-transform: uppercase; font-size: 12px; } label { display: block; margin-bottom: 3px; } [data-wrap] label { display: inline; }
[data-wrap] { margin-bottom: 6px; } input:not([type=checkbox]):not([type=radio]), select, textarea { width: 100%; box-sizing: border-box; font: inherit; padding: 3px 5px; }
.l-bar input, .l-bar select { width: auto !important; } button { font: inherit; padding: 3px 12px; } button.primary { background: var(--hi); color: #fff; border: 1px solid var(--hi); border-radius: 3px; }
button.danger { color: #c22; } .badge { padding: 1px 6px; border: 1px solid var(--line); display: inline-block; } .alert { border-left: 4px solid var(--hi); padding: 8px 12px; background: var(--soft); margin-bottom: 12px; }
[role=tablist] { border-bottom: 1px solid var(--line); margin-bottom: 12px; } [role=tab] { border: 1px solid var(--line); border-bottom: 0; background: var(--soft); color: inherit; } [role=tab].active { background: transparent; font-weight: bold; }
.dialog, .menu { background: ${dark ? '#2a2a2a' : '#fff'}; border: 1px solid var(--line); padding: 14px; box-shadow: 0 4px 18px rgba(0,0,0,.4); } .menu { padding: 4px 0; list-style: none; margin: 0; min-width: 200px; }
.menu li { padding: 4px 14px; display: flex; gap: 8px; } .menu li span { flex: 1; } .menu hr { margin: 2px 0; width: 100%; } [aria-disabled] { opacity: .5; } .top { background: var(--soft); border-bottom: 1px solid var(--line); }
.side li { padding: 4px 0; } .side .active { font-weight: bold; } .list li { padding: 8px 10px; border-bottom: 1px solid var(--line); } .list [aria-selected=true] { background: var(--soft); } .error { color: #d33; font-size: 12px; }
`;

function plain(o) {
    const k = baseKit(o);
    k.style = PLAIN(o.dark, o.seed % 2);
    return k;
}

function bootstrap(o) {
    const k = baseKit(o);
    return Object.assign(k, {
        css: ['bootstrap/dist/css/bootstrap.min.css'],
        html: { 'data-bs-theme': o.dark ? 'dark' : 'light' },
        style: '.l-bar .form-control, .l-bar .form-select { width: auto; }',
        btnClass: b => `btn ${b.small ? 'btn-sm ' : ''}${b.primary ? 'btn-primary' : b.danger ? 'btn-danger' : b.bare ? 'btn-light' : 'btn-outline-secondary'}`,
        inputClass: 'form-control', selectClass: 'form-select', areaClass: 'form-control', labelClass: 'form-label', checkClass: 'form-check-input',
        radioClass: 'form-check-input', checkWrap: 'form-check', radioWrap: 'form-check', checkLabel: 'form-check-label', radioLabel: 'form-check-label', rangeClass: 'form-range',
        legendClass: 'fs-6',
        error: text => `<div class="text-danger small">${esc(text)}</div>`,
        small: text => `<div class="form-text">${esc(text)}</div>`,
        toggle: c => { const dom = freshId(); return `<div class="form-check form-switch l-field" data-wrap><input${attr({ class: 'form-check-input', type: 'checkbox', role: 'switch', id: dom, checked: c.checked, 'data-id': c.id })}><label class="form-check-label" for="${dom}">${esc(c.label)}</label></div>`; },
        tabs: (items, at, c = {}) => `<ul class="nav nav-tabs mb-3" role="tablist">${items.map((x, i) => `<li class="nav-item"><button type="button" role="tab"${attr({ class: `nav-link${i === at ? ' active' : ''}`, 'aria-selected': String(i === at), 'data-id': c.id && `${c.id}.${i}` })}>${esc(x)}</button></li>`).join('')}</ul>`,
        tableClass: `table table-hover align-middle${o.seed % 3 ? ' table-striped' : ''}${o.seed % 2 ? ' table-sm' : ''}`,
        pages: (n, at, t) => `<nav><ul class="pagination">${[t('previous'), ...Array.from({ length: n }, (_, i) => String(i + 1)), t('next')].map((x, i) => `<li class="page-item${i - 1 === at ? ' active' : ''}"><a class="page-link" href="#">${esc(x)}</a></li>`).join('')}</ul></nav>`,
        crumbs: items => `<nav><ol class="breadcrumb">${items.map((x, i) => `<li class="breadcrumb-item">${i < items.length - 1 ? `<a href="#">${esc(x)}</a>` : esc(x)}</li>`).join('')}</ol></nav>`,
        card: (title, body, foot = '') => `<div class="card"><div class="card-body">${title ? `<h5 class="card-title">${esc(title)}</h5>` : ''}${body}</div>${foot ? `<div class="card-footer">${foot}</div>` : ''}</div>`,
        alert: (kind, text) => `<div class="alert alert-${kind}" role="alert">${esc(text)}</div>`,
        badge: (text, kind) => `<span class="badge text-bg-${kind}">${esc(text)}</span>`,
        dialog: d => `<div class="l-shade"><div class="modal-dialog" style="width:${d.width ?? 500}px"><div class="modal-content shadow" role="dialog" style="background:var(--bs-body-bg);border:1px solid var(--bs-border-color);border-radius:8px"><div class="modal-header p-3"><h5 class="modal-title">${esc(d.title)}</h5><button type="button" class="btn-close" data-t="icon_button button" aria-label="${esc(d.close)}"></button></div><div class="modal-body p-3">${d.body}</div><div class="modal-footer p-3 gap-2">${d.buttons}</div></div></div></div>`,
        menu: (items, m = {}) => `<ul role="menu" class="dropdown-menu show l-pop" style="${m.at ?? 'top:100%;left:0'}">${items.map((x, i) => x === '-' ? '<li><hr class="dropdown-divider"></li>' : `<li><a role="menuitem" href="#"${attr({ class: `dropdown-item${x.disabled ? ' disabled' : ''}`, 'data-id': m.id && `${m.id}.${i}`, 'aria-disabled': x.disabled && 'true' })}>${x.icon ? `${k.icon(x.icon)} ` : ''}${esc(x.text ?? x)}</a></li>`).join('')}</ul>`,
        top: (brand, items, at, right = '') => `<nav class="navbar navbar-expand ${o.seed % 2 ? 'bg-primary navbar-dark' : 'bg-body-tertiary border-bottom'} px-3" role="toolbar"><span class="navbar-brand">${esc(brand)}</span><ul class="navbar-nav me-auto">${items.map((x, i) => `<li class="nav-item"><a class="nav-link${i === at ? ' active' : ''}" href="#">${esc(x)}</a></li>`).join('')}</ul>${right}</nav>`,
        side: (items, at) => `<aside class="l-side bg-body-tertiary"><ul class="nav nav-pills flex-column">${items.map((x, i) => `<li class="nav-item"><a href="#"${attr({ class: `nav-link${i === at ? ' active' : ''}`, 'aria-current': i === at && 'page' })}>${x.icon ? `${k.icon(x.icon)} ` : ''}${esc(x.text ?? x)}</a></li>`).join('')}</ul></aside>`,
        list: (items, at, l = {}) => `<ul class="list-group">${items.map((x, i) => `<li class="list-group-item list-group-item-action${i === at ? ' active' : ''}" role="option"${attr({ 'aria-selected': String(i === at), 'data-id': l.id && `${l.id}.${x.id ?? i}` })}>${x.html ?? esc(x)}</li>`).join('')}</ul>`,
        progress: v => `<div class="progress"><div class="progress-bar" style="width:${v}%"></div></div>`,
    });
}

function bulma(o) {
    const k = baseKit(o);
    const colour = { success: 'is-success', warning: 'is-warning', danger: 'is-danger', secondary: 'is-light', info: 'is-info' };
    return Object.assign(k, {
        css: ['bulma/css/bulma.min.css'],
        html: { 'data-theme': o.dark ? 'dark' : 'light' },
        style: '.l-side .menu-list a { padding: 7px 10px; } .slider { width: 100%; } .l-bar .input { width: auto; }',
        h: (n, text) => `<h${n} class="title is-${n + 2}">${esc(text)}</h${n}>`,
        p: text => `<p class="mb-3">${esc(text)}</p>`,
        small: text => `<p class="help">${esc(text)}</p>`,
        error: text => `<p class="help is-danger">${esc(text)}</p>`,
        btnClass: b => `button ${b.small ? 'is-small ' : ''}${b.primary ? 'is-link' : b.danger ? 'is-danger is-light' : b.bare ? 'is-white' : ''}`,
        inputClass: 'input', areaClass: 'textarea', labelClass: 'label', fieldClass: 'field', legendClass: 'label', rangeClass: 'slider',
        wrapSelect: s => `<div class="select">${s}</div>`,
        check: c => `<div class="l-field"><label class="checkbox" data-wrap><input${attr({ type: 'checkbox', checked: c.checked, disabled: c.disabled, 'data-id': c.id })}> ${esc(c.label)}</label></div>`,
        radio: c => `<label class="radio" data-wrap style="margin-right:12px"><input${attr({ type: 'radio', name: c.name, checked: c.checked, 'data-id': c.id })}> ${esc(c.label)}</label>`,
        tabs: (items, at, c = {}) => `<div class="tabs${o.seed % 2 ? ' is-boxed' : ''}"><ul role="tablist">${items.map((x, i) => `<li class="${i === at ? 'is-active' : ''}"><a role="tab"${attr({ 'aria-selected': String(i === at), 'data-id': c.id && `${c.id}.${i}` })}>${esc(x)}</a></li>`).join('')}</ul></div>`,
        tableClass: `table is-fullwidth is-hoverable${o.seed % 2 ? ' is-striped' : ' is-bordered'}${o.seed % 3 ? ' is-narrow' : ''}`,
        pages: (n, at, t) => `<nav class="pagination"><a href="#" class="pagination-previous">${esc(t('previous'))}</a><a href="#" class="pagination-next">${esc(t('next'))}</a><ul class="pagination-list">${Array.from({ length: n }, (_, i) => `<li><a href="#" class="pagination-link${i === at ? ' is-current' : ''}">${i + 1}</a></li>`).join('')}</ul></nav>`,
        crumbs: items => `<nav class="breadcrumb"><ul>${items.map((x, i) => `<li class="${i === items.length - 1 ? 'is-active' : ''}"><a href="#">${esc(x)}</a></li>`).join('')}</ul></nav>`,
        card: (title, body, foot = '') => `<div class="card">${title ? `<header class="card-header"><p class="card-header-title">${esc(title)}</p></header>` : ''}<div class="card-content">${body}${foot}</div></div>`,
        alert: (kind, text) => `<div class="notification is-light ${colour[kind]}" role="alert">${esc(text)}</div>`,
        badge: (text, kind) => `<span class="tag ${colour[kind] ?? ''}">${esc(text)}</span>`,
        dialog: d => `<div class="modal is-active"><div class="modal-background"></div><div class="modal-card" role="dialog"><header class="modal-card-head"><p class="modal-card-title">${esc(d.title)}</p><button class="delete" data-t="icon_button button" aria-label="${esc(d.close)}"></button></header><section class="modal-card-body">${d.body}</section><footer class="modal-card-foot"><div class="buttons">${d.buttons}</div></footer></div></div>`,
        menu: (items, m = {}) => `<div class="dropdown-menu l-pop" style="display:block;${m.at ?? 'top:100%;left:0'}"><div class="dropdown-content" role="menu">${items.map((x, i) => x === '-' ? '<hr class="dropdown-divider">' : `<a role="menuitem" class="dropdown-item"${attr({ 'data-id': m.id && `${m.id}.${i}` })}>${x.icon ? `${k.icon(x.icon)} ` : ''}${esc(x.text ?? x)}</a>`).join('')}</div></div>`,
        top: (brand, items, at, right = '') => `<nav class="navbar ${o.seed % 2 ? 'is-dark' : 'has-shadow'}" role="toolbar" style="padding:0 16px"><div class="navbar-brand"><span class="navbar-item"><strong style="color:inherit">${esc(brand)}</strong></span></div><div class="navbar-menu is-active" style="display:flex;background:none;box-shadow:none;padding:0"><div class="navbar-start" style="display:flex;margin-right:auto">${items.map((x, i) => `<a href="#" class="navbar-item${i === at ? ' is-active' : ''}" style="display:flex">${esc(x)}</a>`).join('')}</div><div class="navbar-end" style="display:flex;align-items:center;gap:8px">${right}</div></div></nav>`,
        side: (items, at) => `<aside class="l-side menu"><ul class="menu-list">${items.map((x, i) => `<li><a href="#" class="${i === at ? 'is-active' : ''}">${x.icon ? `${k.icon(x.icon)} ` : ''}${esc(x.text ?? x)}</a></li>`).join('')}</ul></aside>`,
        list: (items, at, l = {}) => `<div class="panel">${items.map((x, i) => `<div class="panel-block${i === at ? ' is-active has-background-link-light' : ''}" role="option" style="display:block"${attr({ 'data-id': l.id && `${l.id}.${x.id ?? i}` })}>${x.html ?? esc(x)}</div>`).join('')}</div>`,
        progress: v => `<progress class="progress is-small is-link" value="${v}" max="100"></progress>`,
    });
}

function pico(o) {
    const k = baseKit(o);
    return Object.assign(k, {
        css: ['@picocss/pico/css/pico.min.css'],
        html: { 'data-theme': o.dark ? 'dark' : 'light' },
        style: `:root { --pico-font-size: 88%; } .l-bar input:not([type=checkbox]):not([type=radio]), .l-bar select, .l-bar button { width: auto; margin-bottom: 0; } .menu { background: var(--pico-card-background-color); box-shadow: var(--pico-card-box-shadow); border-radius: 4px; padding: 6px 0; min-width: 210px; } .menu li { list-style: none; padding: 5px 14px; margin: 0; } .menu hr { margin: 4px 0; } .top { border-bottom: 1px solid var(--pico-muted-border-color); } .badge { border-radius: 9px; padding: 1px 9px; background: var(--pico-secondary-background); color: #fff; font-size: 80%; display: inline-block; } .error { color: #d93526; font-size: 85%; margin-top: -10px; } .alert { padding: 10px 14px; background: var(--pico-card-sectioning-background-color); margin-bottom: 14px; } .list li { list-style: none; padding: 8px 10px; border-bottom: 1px solid var(--pico-muted-border-color); } .list [aria-selected=true] { background: var(--pico-card-sectioning-background-color); } [role=tablist] { margin-bottom: 14px; } [role=tab] { padding: 5px 14px; margin-right: 4px; } [role=tab]:not(.active) { background: none; border-color: transparent; color: var(--pico-primary); } td button { margin: 0; } table td, table th { padding: 6px 8px; } .dialog { background: var(--pico-card-background-color); padding: 22px; border-radius: 5px; }`,
        btnClass: b => b.primary ? '' : b.danger ? 'contrast' : b.bare ? 'outline secondary' : b.small ? 'outline' : 'secondary',
        toggle: c => `<div class="l-field"><label data-wrap><input${attr({ type: 'checkbox', role: 'switch', checked: c.checked, 'data-id': c.id })}> ${esc(c.label)}</label></div>`,
        card: (title, body, foot = '') => `<article>${title ? `<header><h5 style="margin:0">${esc(title)}</h5></header>` : ''}${body}${foot ? `<footer>${foot}</footer>` : ''}</article>`,
        tableClass: o.seed % 2 ? 'striped' : '',
    });
}

function uikit(o) {
    const k = baseKit(o);
    return Object.assign(k, {
        css: ['uikit/dist/css/uikit.min.css'],
        body: { class: o.dark ? 'uk-light' : '' },
        style: `body { background: ${o.dark ? '#222' : '#fff'}; } .l-bar .uk-input, .l-bar .uk-select { width: auto; } .uk-dropdown, .uk-modal-dialog { ${o.dark ? 'background: #333;' : ''} } .l-shade .uk-modal-dialog { opacity: 1; transform: none; } .uk-card-default { ${o.dark ? 'background: #2c2c2c; color: #ddd;' : ''} }`,
        h: (n, text) => `<h${n} class="uk-h${n + 1}">${esc(text)}</h${n}>`,
        btnClass: b => `uk-button ${b.small || b.bare ? 'uk-button-small ' : ''}${b.primary ? 'uk-button-primary' : b.danger ? 'uk-button-danger' : 'uk-button-default'}`,
        inputClass: 'uk-input', selectClass: 'uk-select', areaClass: 'uk-textarea', checkClass: 'uk-checkbox', radioClass: 'uk-radio', rangeClass: 'uk-range', labelClass: 'uk-form-label', legendClass: 'uk-form-label',
        error: text => `<div class="uk-text-danger uk-text-small">${esc(text)}</div>`,
        tabs: (items, at, c = {}) => `<ul class="uk-tab" role="tablist">${items.map((x, i) => `<li class="${i === at ? 'uk-active' : ''}"><a href="#" role="tab"${attr({ 'aria-selected': String(i === at), 'data-id': c.id && `${c.id}.${i}` })}>${esc(x)}</a></li>`).join('')}</ul>`,
        tableClass: `uk-table uk-table-small ${o.seed % 2 ? 'uk-table-striped' : 'uk-table-divider'}`,
        pages: (n, at, t) => `<nav><ul class="uk-pagination">${[t('previous'), ...Array.from({ length: n }, (_, i) => String(i + 1)), t('next')].map((x, i) => `<li class="${i - 1 === at ? 'uk-active' : ''}"><a href="#">${esc(x)}</a></li>`).join('')}</ul></nav>`,
        crumbs: items => `<nav><ul class="uk-breadcrumb">${items.map((x, i) => `<li>${i < items.length - 1 ? `<a href="#">${esc(x)}</a>` : `<span>${esc(x)}</span>`}</li>`).join('')}</ul></nav>`,
        card: (title, body, foot = '') => `<div class="uk-card uk-card-default uk-card-small uk-card-body">${title ? `<h3 class="uk-card-title">${esc(title)}</h3>` : ''}${body}${foot}</div>`,
        alert: (kind, text) => `<div class="uk-alert uk-alert-${kind === 'info' ? 'primary' : kind}" role="alert"><p>${esc(text)}</p></div>`,
        badge: (text, kind) => `<span class="uk-label uk-label-${kind}">${esc(text)}</span>`,
        dialog: d => `<div class="l-shade"><div class="uk-modal-dialog" role="dialog" style="width:${d.width ?? 520}px"><div class="uk-modal-header"><h2 class="uk-modal-title">${esc(d.title)}</h2></div><div class="uk-modal-body">${d.body}</div><div class="uk-modal-footer uk-text-right">${d.buttons}</div></div></div>`,
        menu: (items, m = {}) => `<div class="uk-dropdown uk-open l-pop" style="display:block;${m.at ?? 'top:100%;left:0'}"><ul class="uk-nav uk-dropdown-nav" role="menu">${items.map((x, i) => x === '-' ? '<li class="uk-nav-divider"></li>' : `<li><a href="#" role="menuitem"${attr({ 'data-id': m.id && `${m.id}.${i}` })}>${x.icon ? `${k.icon(x.icon)}&nbsp;` : ''}${esc(x.text ?? x)}</a></li>`).join('')}</ul></div>`,
        top: (brand, items, at, right = '') => `<nav class="uk-navbar-container" role="toolbar" style="${o.dark ? 'background:#333!important' : ''}"><div class="uk-navbar" style="padding:0 16px"><div class="uk-navbar-left"><span class="uk-navbar-item uk-logo">${esc(brand)}</span><ul class="uk-navbar-nav">${items.map((x, i) => `<li class="${i === at ? 'uk-active' : ''}"><a href="#">${esc(x)}</a></li>`).join('')}</ul></div><div class="uk-navbar-right">${right}</div></div></nav>`,
        side: (items, at) => `<aside class="l-side"><ul class="uk-nav uk-nav-default">${items.map((x, i) => `<li class="${i === at ? 'uk-active' : ''}"><a href="#">${x.icon ? `${k.icon(x.icon)}&nbsp;&nbsp;` : ''}${esc(x.text ?? x)}</a></li>`).join('')}</ul></aside>`,
        list: (items, at, l = {}) => `<ul class="uk-list uk-list-divider">${items.map((x, i) => `<li role="option"${attr({ 'aria-selected': String(i === at), 'data-id': l.id && `${l.id}.${x.id ?? i}` })}>${x.html ?? esc(x)}</li>`).join('')}</ul>`,
        progress: v => `<progress class="uk-progress" value="${v}" max="100"></progress>`,
    });
}

export default { plain, bootstrap, bulma, pico, uikit };
