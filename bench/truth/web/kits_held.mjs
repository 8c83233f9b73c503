// Kits kept for measuring: GOV.UK, Fomantic, Primer, PatternFly, Spectre, and (through React) MUI and Ant Design.
import { attr, baseKit, esc, freshId } from './kit.mjs';

const POP = (bg, line) => `.menu { background: ${bg}; border: 1px solid ${line}; padding: 4px 0; list-style: none; margin: 0; min-width: 190px; box-shadow: 0 3px 12px rgba(0,0,0,.3); } .menu li { padding: 6px 14px; } .menu hr { margin: 3px 0; }
.dialog { background: ${bg}; padding: 24px; } .list li { padding: 9px 12px; border-bottom: 1px solid ${line}; } .list [aria-selected=true] { background: rgba(120,140,255,.22); } .top { border-bottom: 1px solid ${line}; }`;

function govuk(o) {
    const k = baseKit(o);
    return Object.assign(k, {
        css: ['govuk-frontend/dist/govuk/govuk-frontend.min.css'],
        html: { class: 'govuk-template' }, body: { class: 'govuk-template__body js-enabled' },
        style: `${POP('#fff', '#b1b4b6')} body { font-family: Liberation Sans, arial, sans-serif; } .govuk-template { background: #fff; } .top { background: #1d70b8; color: #fff; } .top a { color: #fff; } .govuk-button { margin-bottom: 0; } .l-bar .govuk-input { width: 220px; } .govuk-form-group { margin-bottom: 14px; } h1 { margin-top: 0; }`,
        h: (n, text) => `<h${n} class="govuk-heading-${n === 1 ? 'l' : 'm'}">${esc(text)}</h${n}>`,
        p: text => `<p class="govuk-body">${esc(text)}</p>`,
        small: text => `<div class="govuk-hint">${esc(text)}</div>`,
        error: text => `<p class="govuk-error-message">${esc(text)}</p>`,
        link: text => `<a href="#" class="govuk-link">${esc(text)}</a>`,
        btnClass: b => `govuk-button ${b.primary ? '' : b.danger ? 'govuk-button--warning' : 'govuk-button--secondary'}`,
        inputClass: 'govuk-input', selectClass: 'govuk-select', areaClass: 'govuk-textarea', labelClass: 'govuk-label', fieldClass: 'govuk-form-group', legendClass: 'govuk-fieldset__legend', rangeClass: '',
        check: c => { const dom = freshId(); return `<div class="govuk-checkboxes govuk-checkboxes--small l-field"><div class="govuk-checkboxes__item" data-wrap><input${attr({ class: 'govuk-checkboxes__input', type: 'checkbox', id: dom, checked: c.checked, 'data-id': c.id })}><label class="govuk-label govuk-checkboxes__label" for="${dom}">${esc(c.label)}</label></div></div>`; },
        radioGroup: 'govuk-radios', radioWrap: 'govuk-radios__item', radioClass: 'govuk-radios__input', radioLabel: 'govuk-label govuk-radios__label',
        tabs: (items, at, c = {}) => `<div class="govuk-tabs" style="margin-bottom:12px"><ul class="govuk-tabs__list" role="tablist">${items.map((x, i) => `<li class="govuk-tabs__list-item${i === at ? ' govuk-tabs__list-item--selected' : ''}"><a class="govuk-tabs__tab" href="#" role="tab"${attr({ 'aria-selected': String(i === at), 'data-id': c.id && `${c.id}.${i}` })}>${esc(x)}</a></li>`).join('')}</ul></div>`,
        table: d => `<table class="govuk-table"><thead class="govuk-table__head"><tr class="govuk-table__row">${d.cols.map(c => `<th class="govuk-table__header">${c}</th>`).join('')}</tr></thead><tbody class="govuk-table__body">${d.rows.map(row => `<tr class="govuk-table__row"${attr({ 'data-id': row.id })}>${row.cells.map(c => `<td class="govuk-table__cell">${c}</td>`).join('')}</tr>`).join('')}</tbody></table>`,
        badge: text => `<strong class="govuk-tag">${esc(text)}</strong>`,
        crumbs: items => `<nav class="govuk-breadcrumbs"><ol class="govuk-breadcrumbs__list">${items.map((x, i) => `<li class="govuk-breadcrumbs__list-item">${i < items.length - 1 ? `<a class="govuk-breadcrumbs__link" href="#">${esc(x)}</a>` : esc(x)}</li>`).join('')}</ol></nav>`,
        alert: (kind, text) => `<div class="govuk-inset-text" role="alert">${esc(text)}</div>`,
        pages: (n, at, t) => `<nav class="govuk-pagination"><ul class="govuk-pagination__list">${Array.from({ length: n }, (_, i) => `<li class="govuk-pagination__item${i === at ? ' govuk-pagination__item--current' : ''}"><a class="govuk-link govuk-pagination__link" href="#">${i + 1}</a></li>`).join('')}</ul><div class="govuk-pagination__next"><a class="govuk-link govuk-pagination__link" href="#"><span class="govuk-pagination__link-title">${esc(t('next'))}</span></a></div></nav>`,
    });
}

function fomantic(o) {
    const k = baseKit(o);
    const colour = { success: 'green', warning: 'yellow', danger: 'red', info: 'blue' };
    const drawn = (kind, c, type) => { const dom = freshId(); return `<div class="ui ${kind} checkbox l-field" data-wrap style="display:${type === 'radio' ? 'block' : 'table'}"><input${attr({ type, id: dom, name: c.name, checked: c.checked, role: kind === 'toggle' ? 'switch' : undefined, 'data-id': c.id })}><label for="${dom}">${esc(c.label)}</label></div>`; };
    return Object.assign(k, {
        css: ['fomantic-ui-css/semantic.min.css'],
        style: `${POP('#fff', '#ddd')} body { padding: 0; } .ui.form { font-size: 14px; } .ui.table { margin-top: 0; } .l-bar .ui.header { margin: 0; }`,
        h: (n, text) => `<h${n} class="ui ${n === 1 ? 'large' : ''} header">${esc(text)}</h${n}>`,
        btnClass: b => `ui ${b.small ? 'mini ' : ''}${b.primary ? 'primary ' : b.danger ? 'red ' : b.bare ? 'basic icon ' : ''}button`,
        fieldWrap: (f, id, control) => `<div class="ui form l-field"><div class="field${f.error ? ' error' : ''}">${f.label ? `<label for="${id}">${esc(f.label)}</label>` : ''}${control}${f.error ? `<small style="color:#9f3a38">${esc(f.error)}</small>` : ''}</div></div>`,
        input: f => `<div class="ui input"><input${attr({ id: f.dom, type: f.type ?? 'text', value: f.value, placeholder: f.placeholder, readonly: f.readonly, 'aria-label': f.label ? undefined : f.aria, 'data-id': f.id })}></div>`,
        selectClass: 'ui dropdown',
        check: c => drawn('', c, 'checkbox'), toggle: c => drawn('toggle', c, 'checkbox'), radio: c => drawn('radio', c, 'radio'),
        bareCheck: c => `<div class="ui fitted checkbox" data-wrap><input${attr({ type: 'checkbox', checked: c.checked, 'aria-label': c.label, 'data-id': c.id })}><label></label></div>`,
        tabs: (items, at, c = {}) => `<div class="ui top attached tabular menu" role="tablist" style="margin-bottom:14px">${items.map((x, i) => `<a class="item${i === at ? ' active' : ''}" role="tab" href="#"${attr({ 'aria-selected': String(i === at), 'data-id': c.id && `${c.id}.${i}` })}>${esc(x)}</a>`).join('')}</div>`,
        tableClass: `ui ${o.seed % 2 ? 'celled' : 'striped'} ${o.seed % 3 ? 'compact ' : ''}table`,
        pages: (n, at, t) => `<nav class="ui pagination menu">${[t('previous'), ...Array.from({ length: n }, (_, i) => String(i + 1)), t('next')].map((x, i) => `<a class="item${i - 1 === at ? ' active' : ''}" href="#">${esc(x)}</a>`).join('')}</nav>`,
        crumbs: items => `<nav class="ui breadcrumb" style="margin-bottom:10px">${items.map((x, i) => i < items.length - 1 ? `<a class="section" href="#">${esc(x)}</a><span class="divider"> / </span>` : `<span class="active section">${esc(x)}</span>`).join('')}</nav>`,
        card: (title, body, foot = '') => `<div class="ui segment">${title ? `<h3 class="ui header">${esc(title)}</h3>` : ''}${body}${foot}</div>`,
        alert: (kind, text) => `<div class="ui ${kind === 'success' ? 'positive' : 'info'} message" role="alert">${esc(text)}</div>`,
        badge: (text, kind) => `<span class="ui ${colour[kind] ?? ''} label">${esc(text)}</span>`,
        top: (brand, items, at, right = '') => `<nav class="ui ${o.seed % 2 ? 'inverted ' : ''}menu" role="toolbar" style="border-radius:0;margin:0"><div class="header item">${esc(brand)}</div>${items.map((x, i) => `<a class="item${i === at ? ' active' : ''}" href="#">${esc(x)}</a>`).join('')}<div class="right menu"><div class="item">${right}</div></div></nav>`,
        side: (items, at) => `<aside class="l-side"><div class="ui fluid vertical menu">${items.map((x, i) => `<a class="item${i === at ? ' active' : ''}" href="#">${x.icon ? `${k.icon(x.icon)} ` : ''}${esc(x.text ?? x)}</a>`).join('')}</div></aside>`,
        menu: (items, m = {}) => `<div class="ui vertical menu l-pop" role="menu" style="margin:0;${m.at ?? 'top:100%;left:0'}">${items.map((x, i) => x === '-' ? '' : `<a class="item" role="menuitem" href="#"${attr({ 'data-id': m.id && `${m.id}.${i}` })}>${x.icon ? `${k.icon(x.icon)} ` : ''}${esc(x.text ?? x)}</a>`).join('')}</div>`,
        dialog: d => `<div class="l-shade"><div class="ui modal" role="dialog" style="display:block;position:relative;width:560px"><div class="header">${esc(d.title)}</div><div class="content">${d.body}</div><div class="actions">${d.buttons}</div></div></div>`,
        list: (items, at, l = {}) => `<div class="ui fluid vertical menu">${items.map((x, i) => `<div class="item${i === at ? ' active' : ''}" role="option"${attr({ 'aria-selected': String(i === at), 'data-id': l.id && `${l.id}.${x.id ?? i}` })}>${x.html ?? esc(x)}</div>`).join('')}</div>`,
        progress: v => `<div class="ui tiny blue progress"><div class="bar" style="width:${v}%;min-width:0"></div></div>`,
    });
}

function primer(o) {
    const k = baseKit(o);
    return Object.assign(k, {
        css: ['@primer/primitives/dist/css/primitives.css', '@primer/primitives/dist/css/functional/themes/light.css', '@primer/primitives/dist/css/functional/themes/dark.css', '@primer/css/dist/primer.css'],
        html: { 'data-color-mode': o.dark ? 'dark' : 'light', 'data-light-theme': 'light', 'data-dark-theme': 'dark' },
        style: `${POP(o.dark ? '#161b22' : '#fff', o.dark ? '#30363d' : '#d0d7de')} body { background: ${o.dark ? '#0d1117' : '#fff'}; color: ${o.dark ? '#e6edf3' : '#1f2328'}; } .table { width: 100%; } .table td, .table th { padding: 8px 10px; border-bottom: 1px solid ${o.dark ? '#30363d' : '#d0d7de'}; text-align: left; } .form-control { width: 100%; } .l-bar .form-control { width: auto; } label, legend { display: block; font-weight: 600; margin-bottom: 4px; } [data-wrap] label { display: inline; font-weight: 400; } .alert { padding: 12px; }`,
        btnClass: b => `btn ${b.small ? 'btn-sm ' : ''}${b.primary ? 'btn-primary' : b.danger ? 'btn-danger' : b.bare ? 'btn-octicon' : ''}`,
        inputClass: 'form-control', selectClass: 'form-select form-control', areaClass: 'form-control', tableClass: 'table',
        error: text => `<p class="note error color-fg-danger">${esc(text)}</p>`,
        tabs: (items, at, c = {}) => `<div class="tabnav"><div class="tabnav-tabs" role="tablist">${items.map((x, i) => `<button class="tabnav-tab" role="tab" type="button"${attr({ 'aria-selected': String(i === at), 'data-id': c.id && `${c.id}.${i}` })}>${esc(x)}</button>`).join('')}</div></div>`,
        badge: (text, kind) => `<span class="Label Label--${{ success: 'success', warning: 'attention', danger: 'danger' }[kind] ?? 'accent'}">${esc(text)}</span>`,
        card: (title, body, foot = '') => `<div class="Box">${title ? `<div class="Box-header"><h3 class="Box-title">${esc(title)}</h3></div>` : ''}<div class="Box-body">${body}</div>${foot}</div>`,
        alert: (kind, text) => `<div class="flash${kind === 'success' ? ' flash-success' : ''} mb-3" role="alert">${esc(text)}</div>`,
        pages: (n, at, t) => `<nav class="paginate-container"><div class="pagination"><a class="previous_page" href="#">${esc(t('previous'))}</a>${Array.from({ length: n }, (_, i) => i === at ? `<em aria-current="page">${i + 1}</em>` : `<a href="#">${i + 1}</a>`).join('')}<a class="next_page" href="#">${esc(t('next'))}</a></div></nav>`,
        crumbs: items => `<nav><ol style="list-style:none;padding:0">${items.map((x, i) => `<li class="breadcrumb-item"${attr({ 'aria-current': i === items.length - 1 && 'page' })}>${i < items.length - 1 ? `<a href="#">${esc(x)}</a>` : esc(x)}</li>`).join('')}</ol></nav>`,
        top: (brand, items, at, right = '') => `<div class="Header" role="toolbar"><div class="Header-item">${esc(brand)}</div>${items.map(x => `<div class="Header-item" data-nav><a href="#" class="Header-link">${esc(x)}</a></div>`).join('')}<div class="Header-item Header-item--full"></div><div class="Header-item">${right}</div></div>`,
        side: (items, at) => `<aside class="l-side"><nav class="SideNav border">${items.map((x, i) => `<a class="SideNav-item" href="#"${attr({ 'aria-current': i === at && 'page' })}>${x.icon ? `${k.icon(x.icon)} ` : ''}${esc(x.text ?? x)}</a>`).join('')}</nav></aside>`,
        menu: (items, m = {}) => `<ul class="dropdown-menu dropdown-menu-se l-pop" role="menu" style="${m.at ?? 'top:100%;left:0'}">${items.map((x, i) => x === '-' ? '<li class="dropdown-divider"></li>' : `<li><a class="dropdown-item" role="menuitem" href="#"${attr({ 'data-id': m.id && `${m.id}.${i}` })}>${esc(x.text ?? x)}</a></li>`).join('')}</ul>`,
        dialog: d => `<div class="l-shade"><div class="Box Box--overlay" role="dialog" style="width:460px"><div class="Box-header"><h3 class="Box-title">${esc(d.title)}</h3></div><div class="Box-body">${d.body}</div><div class="Box-footer text-right">${d.buttons}</div></div></div>`,
        progress: v => `<span class="Progress"><span class="Progress-item color-bg-success-emphasis" style="width:${v}%"></span></span>`,
    });
}

function patternfly(o) {
    const k = baseKit(o);
    const p = 'pf-v6-c-';
    const wrapInput = inner => `<span class="${p}form-control">${inner}</span>`;
    return Object.assign(k, {
        css: ['@patternfly/patternfly/patternfly.min.css'],
        html: { class: o.dark ? 'pf-v6-theme-dark' : '' },
        style: `${POP(o.dark ? '#292929' : '#fff', '#8a8d90')} body { background: ${o.dark ? '#151515' : '#f2f2f2'}; } .l-bar .${p}form-control { width: 220px; }`,
        h: (n, text) => `<h${n} class="${p}title pf-m-${n === 1 ? '2xl' : 'lg'}">${esc(text)}</h${n}>`,
        btnClass: b => `${p}button ${b.small ? 'pf-m-small ' : ''}${b.primary ? 'pf-m-primary' : b.danger ? 'pf-m-danger' : b.bare ? 'pf-m-plain' : 'pf-m-secondary'}`,
        fieldWrap: (f, id, control) => `<div class="${p}form__group l-field" style="display:block"><div class="${p}form__group-label"><label class="${p}form__label" for="${id}"><span class="${p}form__label-text">${esc(f.label ?? '')}</span></label></div><div class="${p}form__group-control">${control}${f.error ? `<div class="${p}helper-text__item pf-m-error">${esc(f.error)}</div>` : ''}</div></div>`,
        input: f => wrapInput(`<input${attr({ id: f.dom, type: f.type ?? 'text', value: f.value, placeholder: f.placeholder, readonly: f.readonly, 'aria-label': f.label ? undefined : f.aria, 'data-id': f.id })}>`),
        selectTag: f => wrapInput(`<select${attr({ id: f.dom, 'aria-label': f.label ? undefined : f.aria, 'data-id': f.id })}>${f.options.map(x => `<option${attr({ selected: x === f.value })}>${esc(x)}</option>`).join('')}</select><span class="${p}form-control__utilities"><span class="${p}form-control__toggle-icon">${k.icon('down')}</span></span>`),
        area: f => { const dom = freshId(); return k.fieldWrap(f, dom, wrapInput(`<textarea${attr({ id: dom, rows: f.rows ?? 3, 'data-id': f.id })}>${esc(f.value ?? '')}</textarea>`)); },
        checkWrap: `${p}check`, checkClass: `${p}check__input`, checkLabel: `${p}check__label`, radioWrap: `${p}radio`, radioClass: `${p}radio__input`, radioLabel: `${p}radio__label`,
        toggle: c => { const dom = freshId(); return `<div class="l-field"><label class="${p}switch" for="${dom}" data-wrap><input${attr({ class: `${p}switch__input`, type: 'checkbox', role: 'switch', id: dom, checked: c.checked, 'data-id': c.id })}><span class="${p}switch__toggle" data-face></span><span class="${p}switch__label">${esc(c.label)}</span></label></div>`; },
        tabs: (items, at, c = {}) => `<div class="${p}tabs" style="margin-bottom:14px"><ul class="${p}tabs__list" role="tablist">${items.map((x, i) => `<li class="${p}tabs__item${i === at ? ' pf-m-current' : ''}"><button class="${p}tabs__link" type="button" role="tab"${attr({ 'aria-selected': String(i === at), 'data-id': c.id && `${c.id}.${i}` })}><span class="${p}tabs__item-text">${esc(x)}</span></button></li>`).join('')}</ul></div>`,
        table: d => `<table class="${p}table pf-m-grid-md${o.seed % 2 ? ' pf-m-compact' : ''}"><thead class="${p}table__thead"><tr class="${p}table__tr">${d.cols.map(c => `<th class="${p}table__th">${c}</th>`).join('')}</tr></thead><tbody class="${p}table__tbody">${d.rows.map(row => `<tr class="${p}table__tr"${attr({ 'data-id': row.id })}>${row.cells.map(c => `<td class="${p}table__td">${c}</td>`).join('')}</tr>`).join('')}</tbody></table>`,
        card: (title, body, foot = '') => `<div class="${p}card">${title ? `<div class="${p}card__title"><h2 class="${p}card__title-text">${esc(title)}</h2></div>` : ''}<div class="${p}card__body">${body}${foot}</div></div>`,
        badge: (text, kind) => `<span class="${p}label pf-m-${{ success: 'green', warning: 'orange', danger: 'red' }[kind] ?? 'blue'}"><span class="${p}label__content"><span class="${p}label__text">${esc(text)}</span></span></span>`,
        alert: (kind, text) => `<div class="${p}alert pf-m-${kind} pf-m-inline" role="alert" style="margin-bottom:12px"><p class="${p}alert__title">${esc(text)}</p></div>`,
        link: text => `<a href="#" class="${p}button pf-m-link pf-m-inline">${esc(text)}</a>`,
        crumbs: items => `<nav class="${p}breadcrumb" style="margin-bottom:10px"><ol class="${p}breadcrumb__list">${items.map((x, i) => `<li class="${p}breadcrumb__item">${i ? `<span class="${p}breadcrumb__item-divider">${k.icon('right')}</span>` : ''}<a href="#" class="${p}breadcrumb__link">${esc(x)}</a></li>`).join('')}</ol></nav>`,
        side: (items, at) => `<aside class="l-side"><nav class="${p}nav"><ul class="${p}nav__list">${items.map((x, i) => `<li class="${p}nav__item"><a href="#" class="${p}nav__link${i === at ? ' pf-m-current' : ''}">${x.icon ? `${k.icon(x.icon)} ` : ''}${esc(x.text ?? x)}</a></li>`).join('')}</ul></nav></aside>`,
        menu: (items, m = {}) => `<div class="${p}menu l-pop" style="${m.at ?? 'top:100%;left:0'}"><div class="${p}menu__content"><ul class="${p}menu__list" role="menu">${items.map((x, i) => x === '-' ? `<li class="${p}divider"></li>` : `<li class="${p}menu__list-item"><button class="${p}menu__item" type="button" role="menuitem"${attr({ 'data-id': m.id && `${m.id}.${i}` })}><span class="${p}menu__item-main"><span class="${p}menu__item-text">${esc(x.text ?? x)}</span></span></button></li>`).join('')}</ul></div></div>`,
        dialog: d => `<div class="l-shade"><div class="${p}modal-box pf-m-sm" role="dialog"><header class="${p}modal-box__header"><h1 class="${p}modal-box__title">${esc(d.title)}</h1></header><div class="${p}modal-box__body">${d.body}</div><footer class="${p}modal-box__footer">${d.buttons}</footer></div></div>`,
        progress: v => `<div class="${p}progress"><div class="${p}progress__bar"><div class="${p}progress__indicator" style="width:${v}%"></div></div></div>`,
    });
}

function spectre(o) {
    const k = baseKit(o);
    const drawn = (kind, c, type) => `<div class="form-group l-field"><label class="form-${kind}" data-wrap><input${attr({ type, name: c.name, checked: c.checked, role: kind === 'switch' ? 'switch' : undefined, 'data-id': c.id })}><i class="form-icon" data-face></i> ${esc(c.label)}</label></div>`;
    return Object.assign(k, {
        css: ['spectre.css/dist/spectre.min.css', 'spectre.css/dist/spectre-exp.min.css', 'spectre.css/dist/spectre-icons.min.css'],
        style: `${POP('#fff', '#dadee4')} .l-side .nav { margin: 0; } .l-bar .form-input, .l-bar .form-select { width: auto; }`,
        btnClass: b => `btn ${b.small ? 'btn-sm ' : ''}${b.primary ? 'btn-primary' : b.danger ? 'btn-error' : b.bare ? 'btn-link btn-action' : ''}`,
        inputClass: 'form-input', selectClass: 'form-select', areaClass: 'form-input', labelClass: 'form-label', legendClass: 'form-label', rangeClass: 'slider',
        error: text => `<p class="form-input-hint text-error">${esc(text)}</p>`,
        check: c => drawn('checkbox', c, 'checkbox'), toggle: c => drawn('switch', c, 'checkbox'), radio: c => drawn('radio', c, 'radio').replace('form-group l-field', ''),
        bareCheck: c => `<label class="form-checkbox" data-wrap><input${attr({ type: 'checkbox', checked: c.checked, 'aria-label': c.label, 'data-id': c.id })}><i class="form-icon" data-face></i></label>`,
        tabs: (items, at, c = {}) => `<ul class="tab${o.seed % 2 ? ' tab-block' : ''}" role="tablist">${items.map((x, i) => `<li class="tab-item${i === at ? ' active' : ''}"><a href="#" role="tab"${attr({ 'aria-selected': String(i === at), 'data-id': c.id && `${c.id}.${i}` })}>${esc(x)}</a></li>`).join('')}</ul>`,
        tableClass: `table ${o.seed % 2 ? 'table-striped' : ''} table-hover`,
        pages: (n, at, t) => `<nav><ul class="pagination">${[t('previous'), ...Array.from({ length: n }, (_, i) => String(i + 1)), t('next')].map((x, i) => `<li class="page-item${i - 1 === at ? ' active' : ''}"><a href="#">${esc(x)}</a></li>`).join('')}</ul></nav>`,
        crumbs: items => `<nav><ul class="breadcrumb">${items.map(x => `<li class="breadcrumb-item"><a href="#">${esc(x)}</a></li>`).join('')}</ul></nav>`,
        card: (title, body, foot = '') => `<div class="card">${title ? `<div class="card-header"><div class="card-title h5">${esc(title)}</div></div>` : ''}<div class="card-body">${body}</div>${foot}</div>`,
        badge: (text, kind) => `<span class="label label-${{ danger: 'error', info: 'primary' }[kind] ?? kind}">${esc(text)}</span>`,
        alert: (kind, text) => `<div class="toast toast-${kind === 'info' ? 'primary' : kind}" role="alert">${esc(text)}</div>`,
        top: (brand, items, at, right = '') => `<header class="navbar" role="toolbar" style="padding:8px 18px;border-bottom:1px solid #dadee4"><section class="navbar-section"><span class="navbar-brand mr-2">${esc(brand)}</span>${items.map(x => `<a href="#" class="btn btn-link" data-t="link menu_item tab button">${esc(x)}</a>`).join('')}</section><section class="navbar-section">${right}</section></header>`,
        side: (items, at) => `<aside class="l-side"><ul class="nav">${items.map((x, i) => `<li class="nav-item${i === at ? ' active' : ''}"><a href="#">${x.icon ? `${k.icon(x.icon)} ` : ''}${esc(x.text ?? x)}</a></li>`).join('')}</ul></aside>`,
        menu: (items, m = {}) => `<ul class="menu l-pop" role="menu" style="${m.at ?? 'top:100%;left:0'}">${items.map((x, i) => x === '-' ? '<li class="divider"></li>' : `<li class="menu-item"><a href="#" role="menuitem"${attr({ 'data-id': m.id && `${m.id}.${i}` })}>${x.icon ? `${k.icon(x.icon)} ` : ''}${esc(x.text ?? x)}</a></li>`).join('')}</ul>`,
        dialog: d => `<div class="modal active"><span class="modal-overlay"></span><div class="modal-container" role="dialog"><div class="modal-header"><a href="#" class="btn btn-clear float-right" data-t="icon_button button" aria-label="${esc(d.close)}"></a><div class="modal-title h5">${esc(d.title)}</div></div><div class="modal-body">${d.body}</div><div class="modal-footer">${d.buttons}</div></div></div>`,
        progress: v => `<progress class="progress" value="${v}" max="100"></progress>`,
    });
}

/** A kit whose widgets are drawn by React in the page: each becomes a place, filled by react/mount.jsx. */
function mounted(bundle) {
    return o => {
        const k = baseKit(o);
        const mounts = [];
        const put = (widget, props) => { mounts.push({ widget, props }); return `<span data-mount="${mounts.length - 1}"></span>`; };
        const id = (base, i) => base && `${base}.${i}`;
        return Object.assign(k, {
            mounts, scripts: [`../${bundle}.js`],
            style: POP(o.dark ? '#222' : '#fff', '#888') + `body { background: ${o.dark ? '#141414' : '#fff'}; color: ${o.dark ? '#e0e0e0' : '#222'}; } .l-bar .l-input { width: 220px; }`,
            h: (n, text) => put('Heading', { n, text }),
            p: text => put('Paragraph', { text }),
            link: text => put('Link', { text }),
            btn: (label, b = {}) => put('Button', { label, ...b, svg: b.icon && k.icon(b.icon), down: b.menu && k.icon('down') }),
            iconBtn: (name, label, b = {}) => put('IconButton', { label, ...b, svg: k.icon(name) }),
            field: f => put('Field', f), input: f => put('Field', { ...f, bare: true }), area: f => put('Area', f), select: f => put('Select', f), selectTag: f => put('Select', { ...f, bare: true }),
            check: c => put('Check', c), bareCheck: c => put('Check', { ...c, bare: true }), toggle: c => put('Toggle', c), radios: c => put('Radios', c), slider: c => put('Slider', c),
            tabs: (items, at, c = {}) => put('Tabs', { items, at, ids: items.map((_, i) => id(c.id, i)) }),
            table: d => put('Table', d), pages: (n, at) => put('Pages', { n, at }), crumbs: items => put('Crumbs', { items }),
            card: (title, body, foot = '') => put('Card', { title, html: body + foot }), alert: (kind, text) => put('Alert', { kind, text }), badge: (text, kind) => put('Badge', { text, kind }),
            dialog: d => put('Dialog', d), menu: (items, m = {}) => `<div class="l-pop" style="${m.at ?? 'top:100%;left:0'}">${put('Menu', { items, ids: items.map((_, i) => id(m.id, i)) })}</div>`,
            top: (brand, items, at, right = '') => put('Top', { brand, items, at, right }),
            side: (items, at) => `<aside class="l-side">${put('Side', { items: items.map(x => ({ text: x.text ?? x, svg: x.icon && k.icon(x.icon) })), at })}</aside>`,
            list: (items, at, l = {}) => put('List', { items: items.map((x, i) => ({ html: x.html ?? esc(x), id: id(l.id, x.id ?? i) })), at }),
            progress: v => put('Progress', { v }),
        });
    };
}

export default { govuk, fomantic, primer, patternfly, spectre, mui: mounted('mui'), antd: mounted('antd') };
