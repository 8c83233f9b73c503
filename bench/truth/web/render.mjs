// Renders the practice pages and writes picture and truth of each: node render.mjs PLAN.jsonl OUT MODULES
// A row of the plan: {name, template, kit, split, language, dark, scale, font, seed, order, after}.
import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LAYOUT, attr, iconSet, restart } from './kit.mjs';
import { random, records, words } from './words.mjs';
import { textLines } from './lines.mjs';
import developKits from './kits_develop.mjs';
import heldKits from './kits_held.mjs';
import developPages from './templates/develop.mjs';
import heldPages from './templates/held.mjs';

const [, , planFile, out, modulesAt] = process.argv;
const modules = resolve(modulesAt);
const here = dirname(fileURLToPath(import.meta.url));
const { chromium } = createRequire(join(modules, 'x.js'))('playwright-core');
const KITS = { ...developKits, ...heldKits };
const PAGES = { ...developPages, ...heldPages };
const SIZE = [1920, 1080];

function pageOf(row) {
    restart();
    const r = random(row.seed);
    const icon = iconSet(modules, row.split);
    const k = KITS[row.kit]({ icon, dark: row.dark, seed: row.seed, language: row.language });
    const turn = row.order ? random(row.order) : null;
    const change = { after: Boolean(row.after), order: list => turn ? turn.shuffle(list) : list };
    const d = records(r, row.language);
    const body = PAGES[row.template]({ k, t: words(row.language), d, r, change });
    const css = k.css.map(c => `<link rel="stylesheet" href="${pathToFileURL(join(modules, c))}">`).join('');
    const font = row.font ? `<style>*:not(i):not([class*=icon]) { font-family: '${row.font}' !important; }</style>` : '';
    const scripts = (k.scripts ?? []).map(s => `<script src="${pathToFileURL(join(modules, s))}"></script>`).join('');
    const mount = k.mounts ? `<script>window.leaMounts = ${JSON.stringify(k.mounts).replace(/</g, '\\u003c')}; window.leaDark = ${Boolean(row.dark)}; leaStart();</script>` : '';
    return `<!doctype html><html lang="${row.language}"${attr(k.html)}><head><meta charset="utf-8"><title>${row.template}</title>${css}<style>${LAYOUT}${k.style}</style>${font}${scripts}</head><body${attr(k.body)}>${body}${mount}</body></html>`;
}

const round = (b, s) => [Math.floor(b[0] * s), Math.floor(b[1] * s), Math.ceil(b[2] * s), Math.ceil(b[3] * s)].map((v, i) => Math.max(0, Math.min(SIZE[i % 2], v)));

async function truth(page, row) {
    await page.evaluate(readFileSync(join(here, 'extract.js'), 'utf8'));
    await page.screenshot({ path: join(out, `${row.name}.png`) });
    await page.evaluate(() => leaNumber());
    const elements = await page.evaluate(() => leaElements());
    const texts = await textLines(page);
    const s = row.scale;
    return {
        name: row.name, app: row.template, kit: row.kit,
        variant: { theme: row.dark ? 'dark' : 'light', language: row.language, scale: s, font: row.font ?? 'kit', seed: row.seed, ...(row.order ? { order: row.order } : {}), ...(row.after ? { after: true } : {}) },
        split: row.split, size: SIZE, group: row.group, way: row.way,
        texts: texts.map(x => ({ ...x, box: round(x.box, s) })),
        elements: elements.map(e => ({ ...e, box: round(e.box, s), also_boxes: e.also_boxes.map(b => round(b, s)) })),
    };
}

const rows = readFileSync(planFile, 'utf8').trim().split('\n').map(l => JSON.parse(l));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--allow-file-access-from-files', '--font-render-hinting=slight', '--hide-scrollbars=false'] });
let failed = 0;
for (const scale of [...new Set(rows.map(r => r.scale))]) {
    const context = await browser.newContext({ viewport: { width: Math.round(SIZE[0] / scale), height: Math.round(SIZE[1] / scale) }, deviceScaleFactor: scale, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const file = join(out, '.page.html');
    page.on('pageerror', e => { console.error(`page error: ${e.message}`); });
    for (const row of rows.filter(r => r.scale === scale)) {
        try {
            writeFileSync(file, pageOf(row));
            await page.goto(pathToFileURL(file).href, { waitUntil: 'load' });
            await page.evaluate(() => document.fonts.ready);
            if (row.wait) await page.waitForTimeout(row.wait);
            writeFileSync(join(out, `${row.name}.json`), JSON.stringify(await truth(page, row)));
        } catch (e) {
            failed++;
            console.error(`${row.name}: ${e.message}`);
        }
    }
    await context.close();
}
await browser.close();
if (failed) { console.error(`${failed} pages failed`); process.exit(1); }
