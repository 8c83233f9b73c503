// Renders training screens: node render.mjs COUNT OUT MODULES [bench/truth/web [FIRST]]
// Pages and styles are drawn from seeds; pages of the develop templates and random ones take turns. Nothing of the held split is used.
import { createRequire } from 'node:module';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { randomKit } from './style.mjs';
import { randomPage } from './pages.mjs';

const [, , count, out, modulesAt, webAt, first] = process.argv;
const here = dirname(fileURLToPath(import.meta.url));
const web = resolve(webAt ?? join(here, '../../bench/truth/web'));
const modules = resolve(modulesAt);
const load = file => import(pathToFileURL(join(web, file)).href);
const { LAYOUT, attr, baseKit, esc, freshId, iconSet, restart } = await load('kit.mjs');
const { random, records, words } = await load('words.mjs');
const developPages = await load('templates/develop.mjs');
const pages = Object.values(developPages.default ?? developPages).filter(p => typeof p === 'function');
const { chromium } = createRequire(join(modules, 'x.js'))('playwright-core');
const ICONS = ['plus', 'pencil', 'trash', 'gear', 'search', 'bell', 'user', 'download', 'printer', 'x', 'more', 'star', 'folder', 'file', 'calendar', 'mail', 'home', 'chart', 'lock', 'refresh', 'left', 'right', 'down', 'phone', 'link', 'eye'];
const KEYS = [...readFileSync(join(web, 'words.mjs'), 'utf8').matchAll(/^([a-z]\w*)\|[^|]*\|[^|]*\|/gm)].map(m => m[1]);
const SIZE = [1920, 1080];
const SCALES = [1, 1, 1, 1.25, 1.5, 1, 2];

function pageOf(seed, language, dark) {
    restart();
    const r = random(seed);
    const k = randomKit(baseKit, { attr, esc, freshId }, { icon: iconSet(modules, 'develop'), dark, seed, random });
    const d = records(r, language), t = words(language);
    const change = { after: r.chance(0.3), order: list => r.shuffle(list) };
    const body = seed % 3 ? randomPage({ k, t, d, r, esc, keys: KEYS, icons: ICONS }) : r.pick(pages)({ k, t, d, r, change });
    return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><style>${LAYOUT}${k.style}</style></head><body>${body}</body></html>`;
}

const round = (b, s) => [Math.floor(b[0] * s), Math.floor(b[1] * s), Math.ceil(b[2] * s), Math.ceil(b[3] * s)].map((v, i) => Math.max(0, Math.min(SIZE[i % 2], v)));
mkdirSync(out, { recursive: true });
const index = join(out, 'index.jsonl');
writeFileSync(index, '');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--allow-file-access-from-files', '--font-render-hinting=slight'] });
for (const scale of [...new Set(SCALES)]) {
    const context = await browser.newContext({ viewport: { width: Math.round(SIZE[0] / scale), height: Math.round(SIZE[1] / scale) }, deviceScaleFactor: scale, reducedMotion: 'reduce' });
    const page = await context.newPage();
    for (let n = Number(first ?? 0); n < Number(first ?? 0) + Number(count); n++) {
        if (SCALES[n % SCALES.length] !== scale) continue;
        const name = `random-${n}`;
        const file = join(out, '.page.html');
        try {
            writeFileSync(file, pageOf(1000 + n, ['fr', 'en', 'de'][n % 3], n % 5 === 1 || n % 5 === 3));
            await page.goto(pathToFileURL(file).href, { waitUntil: 'load' });
            await page.evaluate(readFileSync(join(web, 'extract.js'), 'utf8'));
            await page.screenshot({ path: join(out, `${name}.png`) });
            await page.evaluate(() => leaNumber());
            const elements = (await page.evaluate(() => leaElements())).map(e => ({ ...e, box: round(e.box, scale), also_boxes: e.also_boxes.map(b => round(b, scale)) }));
            const row = { name, app: 'random', kit: `random${n % 5}`, split: 'develop', template: (1000 + n) % 3 === 0 };
            writeFileSync(join(out, `${name}.json`), JSON.stringify({ ...row, elements }));
            appendFileSync(index, `${JSON.stringify(row)}\n`);
        } catch (e) {
            console.error(`${name}: ${e.message}`);
        }
    }
    await context.close();
}
await browser.close();
