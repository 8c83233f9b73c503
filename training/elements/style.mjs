// A kit drawn from a seed: one of very many ways in which interfaces draw the same widgets. The detector is fitted on many of
// these so that it learns what a button is, and not what one kit's button looks like.
export function randomKit(baseKit, helpers, { icon, dark, seed, random }) {
    const { attr, esc, freshId } = helpers;
    const r = random(seed * 7919 + 13);
    const k = baseKit({ icon });
    const px = (a, b) => `${r.int(a, b)}px`;
    const hue = r.int(0, 359);
    const grey = l => `hsl(${hue} ${r.int(0, 12)}% ${l}%)`;
    const bg = dark ? grey(r.int(6, 18)) : grey(r.pick([100, 100, 100, 98, 96, 93]));
    const face = dark ? grey(r.int(14, 26)) : grey(r.pick([100, 100, 97]));
    const soft = dark ? grey(r.int(20, 30)) : grey(r.int(88, 96));
    const line = dark ? grey(r.int(28, 48)) : grey(r.int(55, 88));
    const fg = dark ? grey(r.int(80, 96)) : grey(r.int(5, 28));
    const faint = dark ? grey(r.int(50, 65)) : grey(r.int(45, 62));
    const hi = `hsl(${r.pick([hue, 215, 205, 260, 150, 350, 25])} ${r.int(50, 95)}% ${dark ? r.int(45, 65) : r.int(30, 50)}%)`;
    const onHi = dark && r.chance(0.4) ? '#111' : '#fff';
    const font = r.pick(['DejaVu Sans', 'Liberation Sans', 'sans-serif', 'Noto Sans', 'Roboto', 'Liberation Serif', 'DejaVu Serif', 'Liberation Sans Narrow']);
    const size = r.int(12, 17);
    const radius = r.pick(['0', '0', '2px', '3px', '4px', '6px', '8px', '12px', '999px']);
    const boxRadius = radius === '999px' ? r.pick(['8px', '20px']) : radius;
    const padY = r.int(2, 12), padX = r.int(8, 24), fieldY = r.int(2, 12), fieldX = r.int(5, 16);
    const border = r.pick([1, 1, 1, 2]);
    const button = r.pick(['line', 'line', 'soft', 'gradient', 'ghost', 'shadow', 'bevel']);
    const buttons = {
        line: `background: ${face}; border: ${border}px solid ${line}; color: ${r.chance(0.4) ? hi : fg};`,
        soft: `background: ${soft}; border: 0; color: ${fg};`,
        gradient: `background: linear-gradient(${dark ? '#555, #3c3c3c' : '#fdfdfd, #dedede'}); border: 1px solid ${line}; color: ${fg};`,
        ghost: `background: transparent; border: 0; color: ${r.chance(0.6) ? hi : fg};`,
        shadow: `background: ${face}; border: 0; color: ${fg}; box-shadow: 0 1px 3px rgba(0,0,0,.5);`,
        bevel: `background: ${soft}; border: 2px outset ${line}; color: ${fg};`,
    };
    const field = r.pick(['box', 'box', 'box', 'box', 'filled', 'under', 'filledunder', 'inset']);
    const fields = {
        box: `background: ${r.chance(0.7) ? face : bg}; border: ${border}px solid ${line}; border-radius: ${boxRadius};`,
        filled: `background: ${soft}; border: 0; border-radius: ${boxRadius};`,
        under: `background: transparent; border: 0; border-bottom: ${border}px solid ${line}; border-radius: 0;`,
        filledunder: `background: ${soft}; border: 0; border-bottom: ${r.int(1, 2)}px solid ${dark ? '#aaa' : '#777'}; border-radius: 4px 4px 0 0;`,
        inset: `background: ${face}; border: 2px inset ${line}; border-radius: 0;`,
    };
    const stroke = encodeURIComponent(dark ? '#ddd' : '#444');
    const arrow = r.pick([
        `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='${stroke}' stroke-width='${r.pick(['1.5', '2'])}'><path d='M3 6l5 5 5-5'/></svg>`,
        `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='${stroke}'><path d='M3 6h10l-5 6z'/></svg>`,
        `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='${stroke}' stroke-width='1.6'><path d='M4 6l4-4 4 4M4 10l4 4 4-4'/></svg>`]);
    const select = r.chance(0.25) ? '' : `select { appearance: none; background-image: url("data:image/svg+xml,${arrow.replace(/#/g, '%23').replace(/</g, '%3C').replace(/>/g, '%3E')}") !important; background-repeat: no-repeat !important; background-position: right ${r.int(5, 14)}px center !important; background-size: ${r.int(10, 18)}px !important; padding-right: 34px !important; }`;
    const tick = r.int(13, 24), tickBorder = r.pick([1, 1, 2]);
    const mark = `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='${encodeURIComponent(onHi)}' stroke-width='2.4'%3E%3Cpath d='M3 8l4 4 6-8'/%3E%3C/svg%3E")`;
    const hollow = r.chance(0.3);
    const ticks = r.chance(0.3) ? `input[type=checkbox]:not([role=switch]), input[type=radio] { accent-color: ${hi}; width: ${tick}px; height: ${tick}px; }` : `
input[type=checkbox]:not([role=switch]), input[type=radio] { appearance: none; width: ${tick}px; height: ${tick}px; border: ${tickBorder}px solid ${line}; background: ${face}; vertical-align: middle; margin: ${px(0, 4)} ${px(2, 6)}; flex: none; }
input[type=checkbox]:not([role=switch]) { border-radius: ${r.pick(['0', '2px', '3px', '5px'])}; } input[type=radio] { border-radius: 50%; }
input[type=checkbox]:not([role=switch]):checked { background: ${hi} ${mark} center/${r.int(70, 100)}% no-repeat; border-color: ${hi}; }
input[type=radio]:checked { ${hollow ? `border-color: ${hi}; background: radial-gradient(circle, ${hi} 0 42%, ${face} 46%);` : `border: ${Math.round(tick / 3.2)}px solid ${hi};`} }`;
    const sw = r.int(26, 54), sh = Math.round(sw * r.pick([0.5, 0.55, 0.6])), gap = r.int(1, 4), knob = sh - 2 * gap;
    const at = x => `radial-gradient(circle at ${x}px 50%, #fff ${knob / 2}px, transparent ${knob / 2 + 0.7}px)`;
    const off = dark ? grey(45) : grey(r.int(60, 80));
    const toggles = `input[role=switch] { appearance: none; width: ${sw}px; height: ${sh}px; border-radius: ${sh}px; background: ${at(sh / 2)} ${off}; vertical-align: middle; margin: 2px 6px; flex: none; } input[role=switch]:checked { background: ${at(sw - sh / 2)} ${hi}; }`;
    const track = r.int(2, 8), thumb = r.int(12, 24);
    const slider = r.chance(0.4) ? `input[type=range] { accent-color: ${hi}; }` : `input[type=range] { appearance: none; height: ${thumb}px; background: linear-gradient(${line}, ${line}) center/100% ${track}px no-repeat; padding: 0 !important; border: 0 !important; } input[type=range]::-webkit-slider-thumb { appearance: none; width: ${thumb}px; height: ${thumb}px; border-radius: ${r.pick(['50%', '50%', '4px'])}; background: ${hi}; border: ${r.pick([0, 2])}px solid ${face}; }`;
    const tab = r.pick(['under', 'box', 'pill', 'plain', 'fill', 'bar']);
    const tabPad = `${px(3, 14)} ${px(8, 26)}`;
    const tabs = `[role=tablist] { display: flex; gap: ${px(0, 12)}; margin-bottom: 14px; ${tab === 'pill' || tab === 'plain' ? '' : `border-bottom: 1px solid ${line};`} ${tab === 'bar' ? `background: ${soft};` : ''} } [role=tab] { background: transparent; border: 0; border-radius: 0; box-shadow: none; color: ${r.chance(0.5) ? faint : fg}; padding: ${tabPad}; text-transform: ${r.pick(['none', 'none', 'uppercase'])}; } ` + {
        under: `[role=tab].active { border-bottom: ${r.int(2, 4)}px solid ${hi}; color: ${hi}; }`,
        box: `[role=tab] { border: 1px solid transparent; border-bottom: 0; border-radius: ${boxRadius} ${boxRadius} 0 0; } [role=tab].active { border-color: ${line}; background: ${face}; color: ${fg}; }`,
        pill: `[role=tab] { border-radius: ${boxRadius}; } [role=tab].active { background: ${hi}; color: ${onHi}; }`,
        plain: `[role=tab].active { font-weight: bold; color: ${fg}; }`,
        fill: `[role=tab] { background: ${soft}; border: 1px solid ${line}; } [role=tab].active { background: ${face}; }`,
        bar: `[role=tab].active { background: ${face}; box-shadow: inset 0 -2px ${hi}; }`,
    }[tab];
    const grid = r.pick(['grid', 'rows', 'rows', 'stripes', 'bare', 'outer']);
    const cellPad = `${px(2, 14)} ${px(5, 18)}`;
    const table = `table { border-collapse: collapse; width: 100%; } td, th { padding: ${cellPad}; text-align: left; } th { ${r.chance(0.5) ? `background: ${soft};` : ''} ${r.chance(0.3) ? 'text-transform: uppercase; font-size: .8em;' : ''} font-weight: ${r.pick([400, 600, 700])}; color: ${r.chance(0.4) ? faint : fg}; } ` + {
        grid: `td, th { border: 1px solid ${line}; }`, rows: `tr { border-bottom: 1px solid ${line}; }`, stripes: `tbody tr:nth-child(odd) { background: ${soft}; }`, bare: '', outer: `table { border: 1px solid ${line}; }`,
    }[grid];
    const nav = r.pick(['plain', 'pill', 'under', 'bold', 'block']);
    const topBg = r.pick([face, soft, hi, dark ? '#000' : '#24292f', bg]);
    const topFg = topBg === hi ? onHi : topBg === '#24292f' || topBg === '#000' ? '#eee' : fg;
    const navPad = `${px(2, 10)} ${px(0, 16)}`;
    const links = `a { color: ${r.pick([hi, hi, hi, fg])}; text-decoration: ${r.pick(['none', 'none', 'underline'])}; }
.top { background: ${topBg}; color: ${topFg}; ${r.chance(0.5) ? `border-bottom: 1px solid ${line};` : ''} padding: ${px(0, 14)} ${px(8, 28)}; } .top a { color: ${topFg}; opacity: ${r.pick([1, 1, 0.75])}; text-decoration: none; padding: ${navPad}; display: inline-block; border-radius: ${boxRadius}; }
.top a[aria-current] { opacity: 1; ${{ plain: '', pill: `background: rgba(128,128,128,.3);`, under: `border-bottom: 2px solid ${topFg};`, bold: 'font-weight: bold;', block: `background: ${face}; color: ${fg};` }[nav]} }
.side { background: ${r.pick([bg, soft, face])}; } .side a { color: ${r.pick([fg, fg, hi, faint])}; text-decoration: none; ${r.chance(0.7) ? 'display: block;' : ''} padding: ${px(3, 11)} ${px(4, 16)}; border-radius: ${boxRadius}; } .side li { padding: ${px(0, 4)} 0; } .side a.active { ${r.pick([`background: ${hi}; color: ${onHi};`, `background: rgba(128,128,128,.22);`, `font-weight: bold; color: ${hi};`, `border-left: 3px solid ${hi};`])} }
nav.l-bar a { ${r.chance(0.5) ? `border: 1px solid ${line}; padding: ${px(2, 8)} ${px(6, 14)}; border-radius: ${boxRadius};` : `padding: ${px(0, 6)};`} } nav.l-bar a[aria-current] { background: ${hi}; color: ${onHi}; padding-left: 8px; padding-right: 8px; } .breadcrumb a { border: 0 !important; padding: 0 !important; }`;
    const item = r.pick(['line', 'line', 'card', 'plain', 'stripe']);
    const list = `.list li { padding: ${px(4, 16)} ${px(6, 18)}; ${{ line: `border-bottom: 1px solid ${line};`, card: `border: 1px solid ${line}; border-radius: ${boxRadius}; margin-bottom: 6px; background: ${face};`, plain: '', stripe: '' }[item]} } ${item === 'stripe' ? `.list li:nth-child(odd) { background: ${soft}; }` : ''} .list [aria-selected=true] { ${r.pick([`background: ${soft};`, `background: ${hi}; color: ${onHi};`, `border-left: 4px solid ${hi};`])} }`;
    const pops = `.dialog, .menu { background: ${face}; ${r.chance(0.6) ? `border: 1px solid ${line};` : ''} box-shadow: 0 ${r.int(2, 8)}px ${r.int(8, 30)}px rgba(0,0,0,.4); border-radius: ${boxRadius === '20px' ? '8px' : boxRadius}; } .dialog { padding: ${px(12, 28)}; } .menu { padding: ${px(2, 8)} 0; list-style: none; margin: 0; min-width: ${px(150, 260)}; } .menu li { padding: ${px(3, 10)} ${px(8, 20)}; display: flex; gap: 10px; align-items: center; } .menu li:first-child { ${r.chance(0.3) ? `background: ${hi}; color: ${onHi};` : ''} } .menu li span { flex: 1; } .menu hr { margin: 2px 0; width: 100%; border: 0; border-top: 1px solid ${line}; } [aria-disabled] { opacity: .5; } kbd { color: ${faint}; font: inherit; font-size: .9em; }`;
    const bold = r.pick([400, 400, 500, 600]);
    const labels = r.pick(['above', 'above', 'above', 'left', 'float']);
    const labelCss = {
        above: `label, legend { display: block; margin-bottom: ${px(1, 8)}; font-weight: ${bold}; ${r.chance(0.3) ? 'font-size: .87em;' : ''} ${r.chance(0.3) ? `color: ${faint};` : ''} }`,
        left: `.l-field:not([data-wrap]):not(fieldset) { display: grid; grid-template-columns: ${px(110, 170)} 1fr; align-items: center; gap: 10px; } .l-field > label { text-align: ${r.pick(['left', 'right'])}; }`,
        float: `.l-field:not([data-wrap]):not(fieldset) { position: relative; padding-top: 8px; } .l-field:not([data-wrap]) > label { position: absolute; top: 0; left: 10px; font-size: .8em; background: ${bg}; padding: 0 4px; z-index: 1; color: ${faint}; } .l-card .l-field > label { background: inherit; }`,
    }[labels];
    k.style = `
:root { color-scheme: ${dark ? 'dark' : 'light'}; } body { font: ${size}px '${font}', sans-serif; background: ${bg}; color: ${fg}; }
button, [data-button] { font: inherit; padding: ${padY}px ${padX}px; border-radius: ${radius}; font-weight: ${bold}; ${r.chance(0.15) ? 'text-transform: uppercase; letter-spacing: .04em;' : ''} ${buttons[button]} }
button:disabled { opacity: .45; } button.primary { background: ${hi}; color: ${onHi}; border-color: ${hi}; } button.danger { ${r.pick(['background: #d33; color: #fff;', 'color: #d33;', 'border-color: #d33; color: #d33;'])} } button.small { padding: ${Math.max(1, padY - 3)}px ${Math.max(4, padX - 8)}px; font-size: .9em; }
button.bare { padding: ${px(2, 10)}; ${r.pick(['background: transparent; border-color: transparent; box-shadow: none;', '', 'background: transparent; border: 0; box-shadow: none;'])} color: ${r.pick([fg, faint, hi])}; ${r.chance(0.25) ? 'border-radius: 50%;' : ''} }
button.bare .l-icon { width: ${r.pick(['1em', '1.15em', '1.4em'])}; height: ${r.pick(['1em', '1.15em', '1.4em'])}; } .top button.bare { color: ${topFg}; }
input:not([type=checkbox]):not([type=radio]):not([type=range]), select, textarea { width: 100%; box-sizing: border-box; font: inherit; color: ${fg}; padding: ${fieldY}px ${fieldX}px; ${fields[field]} } ::placeholder { color: ${faint}; }
.l-bar input:not([type=checkbox]), .l-bar select { width: auto !important; } ${select} ${ticks} ${toggles} ${slider} input[type=range] { width: 100%; } ${tabs} ${table} ${links} ${list} ${pops} ${labelCss} [data-wrap] { display: flex; align-items: center; } [data-wrap] label { display: inline; margin: 0; font-weight: 400; }
.badge { padding: 1px 7px; border-radius: ${boxRadius}; display: inline-block; font-size: .82em; ${r.pick([`border: 1px solid ${line};`, `background: ${soft};`])} } .badge.success { ${r.pick(['background: #2a7d46; color: #fff;', 'color: #2a7d46;'])} } .badge.danger { ${r.pick(['background: #b32d2d; color: #fff;', 'color: #c33;'])} }
.alert { padding: ${px(6, 16)}; background: ${soft}; border-left: ${px(0, 5)} solid ${hi}; margin-bottom: 12px; border-radius: ${boxRadius}; } .l-card { border-color: ${r.pick([line, 'transparent'])}; background: ${r.pick([face, bg])}; border-radius: ${boxRadius === '20px' ? '10px' : boxRadius}; ${r.chance(0.3) ? 'box-shadow: 0 1px 4px rgba(0,0,0,.25);' : ''} } .error { color: #d33; font-size: .87em; } small { color: ${faint}; } h1 { font-size: ${r.pick(['1.5em', '1.8em', '2.2em'])}; font-weight: ${r.pick([300, 600, 700])}; margin: 10px 0 14px; } h3 { margin: 2px 0 10px; }
`;
    k.btnClass = o => [o.primary && 'primary', o.danger && 'danger', o.small && 'small', o.bare && 'bare'].filter(Boolean).join(' ');
    k.toggle = o => { const dom = freshId(); const input = `<input${attr({ type: 'checkbox', role: 'switch', id: dom, checked: o.checked, 'data-id': o.id })}>`; const label = `<label${attr({ for: dom })}>${esc(o.label)}</label>`; return `<div class="l-field" data-wrap>${r.chance(0.3) ? `${label}<span class="l-grow" style="flex:1"></span>${input}` : `${input} ${label}`}</div>`; };
    return k;
}
