// The displayed lines of text of a page, from Chromium's own layout: what is painted after text-transform, white-space,
// ::before/::after, placeholders and bullets, with the box of every run.

const STYLES = ['display', 'font-size', 'visibility', 'font-family', 'position', 'float'];
const ICON_FONT = /icon|awesome|glyph|material symbols/i;
const PRIVATE = /[\uE000-\uF8FF]/;

function decode(snapshot) {
    const doc = snapshot.documents[0];
    const str = i => i < 0 ? '' : snapshot.strings[i];
    const { nodes, layout, textBoxes } = doc;
    const layoutOf = new Map(layout.nodeIndex.map((n, i) => [n, i]));
    const styleOf = node => {
        const at = layoutOf.get(node);
        if (at === undefined) return null;
        return Object.fromEntries(STYLES.map((name, i) => [name, str(layout.styles[at]?.[i] ?? -1)]));
    };
    const attribute = (node, name) => {
        const list = nodes.attributes[node] ?? [];
        for (let i = 0; i < list.length; i += 2) if (str(list[i]) === name) return str(list[i + 1]);
        return undefined;
    };
    return { doc, nodes, layout, textBoxes, str, styleOf, attribute };
}

/** Reads the layout tree and joins runs that a reader sees as one line: same inline formatting context, same height, near. */
export async function textLines(page) {
    const session = await page.context().newCDPSession(page);
    const snapshot = await session.send('DOMSnapshot.captureSnapshot', { computedStyles: STYLES, includePaintOrder: false });
    await session.detach();
    const { nodes, layout, textBoxes, str, styleOf, attribute, doc } = decode(snapshot);

    const owner = node => { // nearest element that carries our number: the host for what lies in a shadow tree
        for (let n = node; n >= 0; n = nodes.parentIndex[n]) { const lid = attribute(n, 'data-lid'); if (lid !== undefined) return Number(lid); }
        return -1;
    };
    const context = node => {
        for (let n = nodes.parentIndex[node]; n >= 0; n = nodes.parentIndex[n]) {
            const s = styleOf(n);
            if (!s) continue;
            if (s.display !== 'inline' && s.display !== 'contents' && !(s.display.startsWith('ruby'))) return n;
            if (s.position === 'absolute' || s.position === 'fixed' || s.float !== 'none') return n;
        }
        return -1;
    };

    const dpr = await page.evaluate(() => [devicePixelRatio, scrollX, scrollY]);
    const runs = [];
    for (let i = 0; i < textBoxes.layoutIndex.length; i++) {
        const li = textBoxes.layoutIndex[i];
        const node = layout.nodeIndex[li];
        const text = [...str(layout.text[li])].length === str(layout.text[li]).length
            ? str(layout.text[li]).slice(textBoxes.start[i], textBoxes.start[i] + textBoxes.length[i])
            : str(layout.text[li]).substr(textBoxes.start[i], textBoxes.length[i]);
        const [x, y, w, h] = textBoxes.bounds[i];
        if (w <= 0 || h <= 0) continue;
        const s = styleOf(node) ?? {};
        const parent = styleOf(nodes.parentIndex[node]) ?? s;
        if (s.visibility === 'hidden' || s.visibility === 'collapse') continue;
        if (PRIVATE.test(text) || ICON_FONT.test(parent['font-family'])) continue;
        runs.push({ text, box: [x, y, x + w, y + h].map((v, j) => v - (j % 2 ? doc.scrollOffsetY : doc.scrollOffsetX)), context: context(node), lid: owner(node), size: parseFloat(parent['font-size']) || h * 0.8 });
    }

    const lines = [];
    for (const run of runs) {
        const last = lines[lines.length - 1];
        if (last && last.context === run.context) {
            const overlap = Math.min(last.box[3], run.box[3]) - Math.max(last.box[1], run.box[1]);
            const gap = run.box[0] - last.box[2];
            if (overlap > 0.5 * Math.min(last.box[3] - last.box[1], run.box[3] - run.box[1]) && gap > -2 && gap < 1.2 * run.size) {
                last.text += (gap > 0.18 * run.size && !/\s$/.test(last.text) && !/^\s/.test(run.text) ? ' ' : '') + run.text;
                last.box = [Math.min(last.box[0], run.box[0]), Math.min(last.box[1], run.box[1]), run.box[2], Math.max(last.box[3], run.box[3])];
                last.lids.push(run.lid);
                continue;
            }
        }
        lines.push({ text: run.text, box: [...run.box], context: run.context, lid: run.lid, lids: [run.lid], size: run.size });
    }

    for (const f of await page.evaluate(() => leaFieldTexts())) lines.push({ ...f, field: true });

    // A space at the ends of a line belongs to its box: shrink by what such a space is wide.
    for (const l of lines) {
        const per = 0.27 * l.size;
        l.box[0] += per * (l.text.length - l.text.trimStart().length);
        l.box[2] -= per * (l.text.length - l.text.trimEnd().length);
    }
    const kept = lines.filter(l => l.text.replace(/[\s\u200b]/g, '') !== '' && l.box[2] - l.box[0] >= 2);
    const probes = await page.evaluate(items => leaProbe(items), kept.map(({ lid, box }) => ({ lid: lid ?? 0, box })));
    const out = [];
    kept.forEach((l, i) => {
        const p = l.field ? { ...l, visible: true, opacity: 1 } : probes[i];
        if (!p || !p.visible || p.opacity < 0.15) return;
        const seen = [Math.max(l.box[0], p.clip[0]), Math.max(l.box[1], p.clip[1]), Math.min(l.box[2], p.clip[2]), Math.min(l.box[3], p.clip[3])];
        const [w, h] = [seen[2] - seen[0], seen[3] - seen[1]];
        if (w < 2 || h < 3 || p.hidden > 0.7) return;
        // Glyphs fill about three quarters of a run's height: a sliver cut off there hides nothing.
        const clipped = w < (l.box[2] - l.box[0]) - 1.5 || h < 0.86 * (l.box[3] - l.box[1]) || p.hidden > 0.05;
        out.push({ text: l.text.replace(/[\s\u00a0]+/g, ' ').trim(), box: seen, clipped, ...(p.shaded > 0.5 ? { shaded: true } : {}) });
    });
    return out;
}
