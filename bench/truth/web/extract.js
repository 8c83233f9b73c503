// Runs inside the page: the true elements of what is displayed, and which painted thing lies on top at given points.
// Boxes are CSS pixels; the caller scales them.
(() => {
    const style = (e, pseudo) => getComputedStyle(e, pseudo);
    const rectOf = r => [r.left, r.top, r.right, r.bottom];
    const area = b => Math.max(0, b[2] - b[0]) * Math.max(0, b[3] - b[1]);
    const cut = (a, b) => [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
    const union = (a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
    /** How much of what lies below a colour is hidden by it, 0–1. */
    function alpha(colour) {
        if (!colour || colour === 'transparent') return 0;
        const found = /(?:rgba\(.*,|\/)\s*([\d.]+)(%?)\)$/.exec(colour);
        return found ? parseFloat(found[1]) / (found[2] ? 100 : 1) : 1;
    }

    function opacity(e) {
        let o = 1;
        for (let p = e; p; p = p.parentElement) o *= parseFloat(style(p).opacity);
        return o;
    }

    /** The part of the viewport in which `e` may paint: every clipping ancestor in its containing chain. */
    function clip(e) {
        let box = [0, 0, innerWidth, innerHeight];
        let position = style(e).position;
        for (let p = e.parentElement; p && position !== 'fixed'; p = p.parentElement) {
            const s = style(p);
            const contains = position !== 'absolute' || s.position !== 'static' || s.transform !== 'none';
            if (contains) {
                if (p !== document.documentElement && p !== document.body && (s.overflowX !== 'visible' || s.overflowY !== 'visible')) {
                    const r = p.getBoundingClientRect();
                    box = cut(box, [r.left + p.clientLeft, r.top + p.clientTop, r.left + p.clientLeft + p.clientWidth, r.top + p.clientTop + p.clientHeight]);
                }
                position = s.position;
            }
        }
        return box;
    }

    function paints(e) {
        const s = style(e);
        if (s.visibility !== 'visible') return 0;
        const o = opacity(e);
        if (/^(IMG|CANVAS|VIDEO|SELECT|IFRAME)$/.test(e.tagName)) return o;
        if (s.backgroundImage !== 'none' && /url|gradient/.test(s.backgroundImage) && e.tagName !== 'INPUT') return o;
        return alpha(s.backgroundColor) * o;
    }

    /** How much of the point is hidden by what is painted over `e` and foreign to it, 0–1. */
    function covered(e, x, y) {
        let through = 1;
        for (const top of document.elementsFromPoint(x, y)) {
            if (top === e || top.contains(e) || e.contains(top)) break;
            through *= 1 - paints(top);
        }
        return 1 - through;
    }

    const HIDES = 0.8, SHADES = 0.15;

    /** The shares of `e`'s box that are hidden, and that lie under a shade such as a dialog's backdrop. */
    function cover(e, b) {
        let n = 0, hidden = 0, shaded = 0;
        for (const fx of [0.06, 0.35, 0.65, 0.94]) for (const fy of [0.2, 0.5, 0.8]) {
            const c = covered(e, b[0] + (b[2] - b[0]) * fx, b[1] + (b[3] - b[1]) * fy);
            n++;
            if (c > HIDES) hidden++; else if (c > SHADES) shaded++;
        }
        return { hidden: hidden / n, shaded: shaded / n };
    }

    /** The box of the words of `e` alone: block labels span their row, and wrappers have margins. */
    function textRect(e) {
        const walker = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
        let box = null;
        while (walker.nextNode()) {
            if (!walker.currentNode.data.trim()) continue;
            const range = document.createRange();
            range.selectNodeContents(walker.currentNode);
            for (const r of range.getClientRects()) if (r.width > 0 && r.height > 0) box = box ? union(box, rectOf(r)) : rectOf(r);
        }
        return box;
    }

    /** What is displayed in `e`, as one line. */
    const shown = e => (e.innerText ?? '').replace(/\s+/g, ' ').trim();

    function labelOf(e) {
        if (e.labels && e.labels.length) return [...e.labels].map(shown).find(Boolean) ?? '';
        if (BUILT.some(([x]) => e.matches(x))) return shown(e.closest('.MuiFormControl-root, .l-field')?.querySelector('label') ?? document.createElement('i')) || e.querySelector('[aria-label]')?.getAttribute('aria-label') || '';
        const by = e.getAttribute('aria-labelledby');
        if (by) return by.split(' ').map(i => document.getElementById(i)).filter(Boolean).map(shown).join(' ').trim();
        return e.getAttribute('aria-label') ?? e.closest('label')?.innerText.trim() ?? '';
    }

    /** What a box drawn by ::before or ::after covers; kits draw ticks, radios and switches that way. */
    function pseudoBox(e) {
        let box = null;
        for (const p of ['::before', '::after']) {
            const s = style(e, p);
            if (s.content === 'none' || s.content === 'normal' || s.position !== 'absolute' || s.display === 'none') continue;
            const extra = s.boxSizing === 'border-box' ? 0 : 1;
            const side = n => parseFloat(s[n]) || 0;
            const w = side('width') + extra * (side('borderLeftWidth') + side('borderRightWidth') + side('paddingLeft') + side('paddingRight'));
            const h = side('height') + extra * (side('borderTopWidth') + side('borderBottomWidth') + side('paddingTop') + side('paddingBottom'));
            let host = e;
            while (host && style(host).position === 'static') host = host.parentElement;
            if (!host || w < 6 || h < 6) continue;
            const r = host.getBoundingClientRect();
            const left = r.left + host.clientLeft + side('left') + side('marginLeft');
            const top = r.top + host.clientTop + side('top') + side('marginTop');
            const b = [left, top, left + w, top + h];
            if (!box || area(b) > area(box)) box = b;
        }
        return box;
    }

    /** The visible face of a native tick, radio or switch, which many kits hide behind a drawing. */
    function face(input) {
        const r = input.getBoundingClientRect();
        const s = style(input);
        const own = rectOf(r);
        const hidden = opacity(input) < 0.1 || r.width < 3 || r.height < 3 || s.visibility === 'hidden' || s.clipPath !== 'none' || (s.clip !== 'auto' && s.position === 'absolute');
        if (!hidden) return own;
        const wrap = input.closest('[data-wrap]') ?? input.closest('label') ?? input.parentElement;
        const named = wrap.querySelector('[data-face]') ?? wrap.parentElement?.querySelector(':scope > [data-face]');
        if (named) return rectOf(named.getBoundingClientRect());
        const drawn = input.closest('.ant-checkbox, .ant-radio') ?? input.parentElement.querySelector(':scope > svg, :scope > span > svg');
        const slide = input.closest('.MuiSwitch-root');
        if (slide) { const b = rectOf(slide.getBoundingClientRect()); return [b[0] + 9, b[1] + 9, b[2] - 9, b[3] - 9]; } // the root's margin of 9 px is not painted
        if (drawn) return rectOf(drawn.getBoundingClientRect());
        for (const e of [...wrap.querySelectorAll('label, span, i'), wrap]) {
            const b = pseudoBox(e);
            if (b) return b;
        }
        return area(own) > 60 ? own : null;
    }

    // Widgets that a script builds of many parts: the whole is the element, its parts are not.
    const BUILT = [['.ant-pagination-item', 'link', 'button'], ['.ant-select', 'dropdown'], ['.ant-slider', 'slider'], ['.MuiSlider-root', 'slider'], ['.ant-input-affix-wrapper', 'text_input'],
        ['.MuiInputBase-root:has(.MuiSelect-select)', 'dropdown'], ['.MuiInputBase-multiline', 'text_area', 'text_input'], ['.MuiInputBase-root', 'text_input']];
    const PARTS = BUILT.map(([s]) => `${s} *`).join(', ');

    const NAVIGATION = 'nav, aside, [data-nav], .navbar, .breadcrumb, .sidebar';

    /** Lea's type of an element, others that a careful reader would accept, and whether it is acted on. */
    function typed(e) {
        const tag = e.tagName, role = e.getAttribute('role'), kind = (e.getAttribute('type') ?? '').toLowerCase();
        const marked = e.getAttribute('data-t');
        if (marked === 'none') return null;
        if (marked) {
            const [type, ...also] = marked.split(' ');
            return { type, also, act: !/^(label|image|toolbar|dialog|window|menu|table|table_row|table_cell)$/.test(type) };
        }
        for (const [selector, type, ...also] of BUILT) if (e.matches(selector) && !e.matches(PARTS)) return { type, also, act: true };
        if (e.matches(PARTS) && !/^(LABEL|LEGEND|H[1-6])$/.test(tag)) return null;
        if (e.closest('[data-inside]') && e.closest('[data-inside]') !== e) return null;
        if (tag === 'INPUT') {
            if (kind === 'hidden' || kind === 'file') return null;
            if (role === 'switch') return { type: 'toggle', also: ['checkbox'], act: true };
            if (kind === 'checkbox') return { type: 'checkbox', also: [], act: true };
            if (kind === 'radio') return { type: 'radio', also: [], act: true };
            if (kind === 'range') return { type: 'slider', also: [], act: true };
            if (/submit|button|reset/.test(kind)) return { type: 'button', also: [], act: true };
            if (role === 'combobox') return { type: 'dropdown', also: ['text_input'], act: true };
            return { type: 'text_input', also: /date|time|month/.test(kind) ? ['dropdown'] : [], act: true };
        }
        if (tag === 'TEXTAREA') return { type: 'text_area', also: ['text_input'], act: true };
        if (tag === 'SELECT') return { type: 'dropdown', also: [], act: true };
        if (role === 'switch') return { type: 'toggle', also: ['checkbox'], act: true };
        if (role === 'combobox') return { type: 'dropdown', also: ['text_input'], act: true };
        if (role === 'tab') return { type: 'tab', also: ['link', 'button'], act: true };
        if (/^menuitem/.test(role ?? '')) return { type: 'menu_item', also: ['list_item', 'link', 'button'], act: true };
        if (role === 'slider') return { type: 'slider', also: [], act: true };
        if (role === 'option') return { type: 'list_item', also: ['menu_item'], act: true };
        if (tag === 'BUTTON' || role === 'button') {
            const bare = !shown(e);
            if (bare && !e.querySelector('svg, img, i, span')) return null;
            const opens = e.getAttribute('aria-haspopup') && e.getAttribute('aria-haspopup') !== 'false';
            return bare ? { type: 'icon_button', also: ['button'], act: true }
                : opens ? { type: 'dropdown', also: ['button', 'menu', 'menu_item'], act: true } : { type: 'button', also: [], act: true };
        }
        if (tag === 'A' && e.hasAttribute('href')) {
            if (!shown(e)) return { type: 'icon_button', also: ['link', 'button', 'image'], act: true };
            return e.closest(NAVIGATION) ? { type: 'link', also: ['menu_item', 'tab', 'list_item', 'button'], act: true } : { type: 'link', also: [], act: true };
        }
        if (tag === 'TABLE') return { type: 'table', also: [], act: false };
        if (tag === 'TR') return { type: 'table_row', also: [], act: false };
        if (tag === 'TD') return { type: 'table_cell', also: ['label'], act: false };
        if (tag === 'TH') return { type: 'table_cell', also: ['label', 'button'], act: false };
        if (role === 'dialog' || role === 'alertdialog' || tag === 'DIALOG') return { type: 'dialog', also: [], act: false };
        if (role === 'menu') return { type: 'menu', also: [], act: false };
        if (role === 'toolbar') return { type: 'toolbar', also: [], act: false };
        if (tag === 'IMG' || (tag === 'svg' && !e.closest('button, a, [role=button], [role=combobox], [data-inside], [data-t]'))) return { type: 'image', also: ['icon_button'], act: false };
        if (/^(LABEL|LEGEND|H[1-6]|DT)$/.test(tag)) return { type: 'label', also: [], act: false };
        return null;
    }

    function states(e) {
        const input = e.matches('input') ? e : e.querySelector('input') ?? e;
        const out = [];
        if (e.disabled || e.getAttribute('aria-disabled') === 'true') out.push('disabled');
        if (input.checked === true || e.getAttribute('aria-checked') === 'true') out.push('checked');
        if (e.getAttribute('aria-selected') === 'true') out.push('selected');
        if (e.getAttribute('aria-current') && e.getAttribute('aria-current') !== 'false') out.push('selected');
        if (e.getAttribute('aria-expanded') === 'true') out.push('expanded');
        if (document.activeElement === e) out.push('focused');
        if (e.readOnly) out.push('readonly');
        return out;
    }

    window.leaElements = () => {
        const out = [];
        const root = [0, 0, innerWidth, innerHeight];
        for (const e of document.querySelectorAll('body *')) {
            const t = typed(e);
            if (!t) continue;
            const s = style(e);
            const tick = /^(checkbox|radio|toggle)$/.test(t.type);
            let box, also = null;
            if (tick) {
                const input = e.matches('input') ? e : e.querySelector('input[type=checkbox], input[type=radio]') ?? e;
                box = e.matches('input') ? face(e) : rectOf((e.querySelector('[data-face]') ?? e).getBoundingClientRect());
                const label = [...(input.labels ?? [])].find(l => shown(l)) ?? (e.closest('label'));
                const words = label && textRect(label);
                if (box && words && Math.abs((words[1] + words[3]) / 2 - (box[1] + box[3]) / 2) < Math.max(24, box[3] - box[1])) also = union(box, words);
            } else {
                if (s.visibility !== 'visible' || opacity(e) < 0.1) continue;
                box = t.type === 'label' || (t.type === 'link' && s.display.startsWith('inline') && !s.display.includes('block'))
                    ? textRect(e) : rectOf(e.getBoundingClientRect());
            }
            // What shows no surface of its own may as well be read as its words and icon alone.
            if (/^(link|tab|menu_item|list_item|dropdown|button)$/.test(t.type) && paints(e) < 0.1 && parseFloat(s.borderLeftWidth) * parseFloat(s.borderTopWidth) === 0) {
                let inner = textRect(e);
                for (const i of e.querySelectorAll('svg, img')) { const r = rectOf(i.getBoundingClientRect()); if (area(r) > 16) inner = inner ? union(inner, r) : r; }
                if (inner && area(inner) < 0.9 * area(box)) also = inner;
            }
            if (!box || area(box) < 16) continue;
            if (opacity(e.parentElement) < 0.1 || style(e.parentElement).visibility !== 'visible') continue;
            const seen = cut(box, clip(e));
            if (area(seen) < 0.5 * area(box) && !/^(table|dialog|toolbar|menu|window)$/.test(t.type)) continue;
            if (seen[2] - seen[0] < 4 || seen[3] - seen[1] < 4) continue;
            // A hidden native control is covered by its own drawing: ask about what wraps it.
            const asked = tick ? e.closest('[data-wrap], label') ?? e.parentElement : e;
            const over = cover(asked, cut(seen, root));
            if (over.hidden > 0.5) continue;
            const value = /^(INPUT|TEXTAREA)$/.test(e.tagName) && !tick && e.type !== 'range' ? e.value : e.tagName === 'SELECT' ? e.selectedOptions[0]?.text ?? '' : undefined;
            out.push({ type: t.type, also_types: t.also, name: (value !== undefined || tick || e.type === 'range' || (/^(dropdown|slider|text_)/.test(t.type) && BUILT.some(([x]) => e.matches(x))) ? labelOf(e) : shown(e)) || labelOf(e) || e.getAttribute('title') || '',
                value, box: seen, also_boxes: also ? [cut(also, root)] : [], states: states(e), interactive: t.act, shaded: over.shaded > 0.5,
                secret: e.type === 'password', source_role: e.getAttribute('role') ?? e.tagName.toLowerCase() + (e.type && e.tagName === 'INPUT' ? `[${e.type}]` : ''),
                id: e.getAttribute('data-id') ?? undefined });
        }
        return out;
    };

    /** What fields show inside: values, placeholders, bullets, the chosen option. The page's layout keeps these private, so a
     *  copy with the same style is laid out in their place, read, and taken away. */
    window.leaFieldTexts = () => {
        const out = [];
        for (const e of document.querySelectorAll('input, textarea, select')) {
            if (/^(checkbox|radio|range|hidden|file|color|submit|button|reset|image)$/.test(e.type)) continue;
            const s = style(e), r = e.getBoundingClientRect();
            if (r.width < 8 || r.height < 8 || s.visibility !== 'visible' || opacity(e) < 0.15) continue;
            const placeholder = e.tagName !== 'SELECT' && !e.value;
            let text = e.tagName === 'SELECT' ? e.selectedOptions[0]?.text ?? '' : e.value || e.placeholder || '';
            if (e.type === 'password' && e.value) text = '•'.repeat(e.value.length);
            if (!text.trim() || (placeholder && style(e, '::placeholder').opacity === '0')) continue;
            if (placeholder && alpha(style(e, '::placeholder').color) < 0.15) continue;
            const copy = document.createElement('div');
            for (const n of ['fontFamily', 'fontSize', 'fontWeight', 'fontStyle', 'letterSpacing', 'wordSpacing', 'textTransform', 'textIndent', 'textAlign', 'lineHeight',
                'paddingTop', 'paddingRight', 'paddingBottom', 'paddingLeft', 'borderTopWidth', 'borderRightWidth', 'borderBottomWidth', 'borderLeftWidth']) copy.style[n] = s[n];
            const inner = s.appearance === 'auto' || s.appearance === 'menulist' ? 4 : 0;
            if (e.tagName === 'SELECT') copy.style.paddingLeft = `${parseFloat(s.paddingLeft) + inner}px`;
            Object.assign(copy.style, { position: 'fixed', left: `${r.left}px`, top: `${r.top}px`, width: `${r.width}px`, height: 'auto', boxSizing: 'border-box', borderStyle: 'solid', margin: 0,
                whiteSpace: e.tagName === 'TEXTAREA' ? 'pre-wrap' : 'pre', overflowWrap: 'break-word', visibility: 'hidden', minHeight: 0 });
            if (e.tagName === 'TEXTAREA') copy.style.width = `${e.clientWidth + parseFloat(s.borderLeftWidth) + parseFloat(s.borderRightWidth)}px`;
            copy.textContent = text;
            document.body.append(copy);
            const node = copy.firstChild, lines = [];
            for (let i = 0; i < text.length; i++) {
                const range = document.createRange();
                range.setStart(node, i);
                range.setEnd(node, i + 1);
                const c = range.getClientRects()[0];
                if (!c || c.width === 0) continue;
                const last = lines[lines.length - 1];
                if (last && Math.abs(last.box[1] - c.top) < 2) { last.text += text[i]; last.box[2] = c.right; } else lines.push({ text: text[i], box: rectOf(c) });
            }
            copy.remove();
            const inside = [r.left + e.clientLeft, r.top + e.clientTop, r.left + e.clientLeft + e.clientWidth, r.top + e.clientTop + e.clientHeight];
            for (const l of lines) {
                if (e.tagName !== 'TEXTAREA') { // one line stands in the middle of the field
                    const middle = r.top + parseFloat(s.borderTopWidth) + parseFloat(s.paddingTop), low = r.bottom - parseFloat(s.borderBottomWidth) - parseFloat(s.paddingBottom);
                    const h = l.box[3] - l.box[1];
                    l.box[1] = (middle + low) / 2 - h / 2;
                    l.box[3] = l.box[1] + h;
                } else { l.box[1] -= e.scrollTop; l.box[3] -= e.scrollTop; }
                const upper = s.textTransform === 'uppercase' ? l.text.toUpperCase() : l.text;
                if (l.text.trim()) out.push({ text: upper, box: l.box, clip: cut(clip(e), inside), size: parseFloat(s.fontSize), ...cover(e, cut(l.box, inside)), pale: placeholder });
            }
        }
        return out;
    };

    /** For each `{lid, box}`: its clip, and the share of it that something else covers. */
    window.leaProbe = items => items.map(({ lid, box }) => {
        const e = document.querySelector(`[data-lid="${lid}"]`);
        if (!e) return null;
        const s = style(e);
        const inner = /^(INPUT|TEXTAREA|SELECT)$/.test(e.tagName) ? cut(clip(e), rectOf(e.getBoundingClientRect())) : null;
        let box2 = inner ?? clip(e);
        if (!inner && (s.overflowX !== 'visible') && e !== document.body && e !== document.documentElement) box2 = cut(box2, rectOf(e.getBoundingClientRect()));
        return { opacity: opacity(e), visible: s.visibility === 'visible', clip: box2, ...cover(e, cut(box, box2)) };
    });

    window.leaNumber = () => {
        let n = 0;
        for (const e of document.querySelectorAll('html, html *')) e.setAttribute('data-lid', n++);
        const sheet = document.createElement('style');
        sheet.id = 'lea-probe';
        sheet.textContent = '* { pointer-events: auto !important; }';
        document.head.append(sheet);
    };
})();
