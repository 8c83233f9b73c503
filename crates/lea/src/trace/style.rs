//! How the page of a trace looks: readable in light and dark, and on paper.

/// The style sheet.
pub const STYLE: &str = "
:root { color-scheme: light dark; font: 15px/1.5 system-ui, 'Segoe UI', Roboto, sans-serif;
  --ink: light-dark(#1b1f24, #e6e9ee); --soft: light-dark(#5b6470, #9aa4b2); --line: light-dark(#e1e5ea, #2c333d);
  --ground: light-dark(#f5f6f8, #14171c); --card: light-dark(#ffffff, #1b2027);
  --good: light-dark(#157a3e, #4cc38a); --bad: light-dark(#c02c1d, #ff7a6b); --warn: light-dark(#a35a00, #f0a94a);
  --calm: light-dark(#4a5568, #a0aec0); --own: light-dark(#3b6fd4, #7aa2f7); }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: var(--ground); }
a { color: inherit; text-decoration: none; }
h1 { font-size: 1.35rem; margin: 0; letter-spacing: -.01em; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 0; flex: 1; min-width: 0; overflow-wrap: anywhere; }
h3 { font-size: .72rem; text-transform: uppercase; letter-spacing: .07em; color: var(--soft); margin: 0 0 .45rem; }
code { font: .86em ui-monospace, 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
.layout { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 112rem; margin: 0 auto; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem 1rem; border-right: 1px solid var(--line); }
nav ol { list-style: none; margin: .6rem 0 0; padding: 0; }
nav a { display: grid; grid-template-columns: 1.6rem minmax(0, 1fr) .6rem; gap: .3rem; padding: .35rem .4rem; border-radius: 6px;
  font-size: .88rem; line-height: 1.35; }
nav a:hover { background: var(--card); }
nav .n { color: var(--soft); font-variant-numeric: tabular-nums; }
nav .dot { align-self: start; margin-top: .4rem; }
.dot { display: inline-block; width: .6rem; height: .6rem; border-radius: 50%; background: currentColor; }
main { padding: 1.5rem 2rem 4rem; min-width: 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.1rem 1.3rem; margin-bottom: 1.2rem; }
.top { display: flex; gap: .8rem; align-items: center; flex-wrap: wrap; }
.badge { border: 1px solid currentColor; border-radius: 99px; padding: .08rem .65rem; font-size: .8rem; font-weight: 600; white-space: nowrap; }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); } .calm { color: var(--calm); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .7rem 1.2rem; margin: 1rem 0 0; }
.wider { grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); }
.facts dt { font-size: .75rem; color: var(--soft); } .facts dd { margin: 0; overflow-wrap: anywhere; }
.big { font-size: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.halt { border-left: 4px solid var(--warn); padding: .5rem 0 .5rem .9rem; margin-top: 1rem; }
.halt p { margin: .15rem 0; } .ask { font-weight: 600; }
.choice { display: inline-block; border: 1px solid var(--line); border-radius: 6px; padding: .05rem .5rem; margin: .2rem .3rem 0 0; }
.number { font-size: .8rem; font-weight: 700; color: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .05rem .5rem; }
.where { color: var(--soft); margin: .2rem 0 1rem; font-size: .88rem; }
.shots { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; margin-bottom: 1.1rem; }
figure { margin: 0; } figcaption { font-size: .8rem; color: var(--soft); margin-top: .25rem; }
img { display: block; width: 100%; height: auto; border: 1px solid var(--line); border-radius: 6px; }
.none { display: grid; place-items: center; min-height: 7rem; padding: 1rem; border: 1px dashed var(--line); border-radius: 6px; color: var(--soft);
  text-align: center; font-size: .88rem; }
.evidence { display: grid; grid-template-columns: repeat(auto-fit, minmax(21rem, 1fr)); gap: 1.1rem 2rem; }
.evidence > section { min-width: 0; } .wide { grid-column: 1 / -1; }
section h3:not(:first-child) { margin-top: 1rem; } td code { white-space: normal; overflow-wrap: anywhere; }
p { margin: .2rem 0; } .soft { color: var(--soft); }
table { border-collapse: collapse; width: 100%; font-size: .86rem; }
th { text-align: left; font-weight: 500; color: var(--soft); } th, td { padding: .28rem .7rem .28rem 0; vertical-align: top; border-bottom: 1px solid var(--line); }
td { overflow-wrap: anywhere; } .num { font-variant-numeric: tabular-nums; white-space: nowrap; }
tr.chosen td:first-child { font-weight: 700; color: var(--good); } tr.other td:first-child { color: var(--warn); font-weight: 700; }
.said { display: inline-block; margin: 0 .5rem .1rem 0; white-space: nowrap; color: var(--soft); } .said b { color: var(--ink); font-weight: 500; }
.scroll { overflow-x: auto; }
.bar { display: flex; height: .6rem; border-radius: 4px; overflow: hidden; background: var(--line); margin: .2rem 0 .4rem; }
.bar i { display: block; } .key { font-size: .8rem; color: var(--soft); margin-right: .8rem; white-space: nowrap; }
.key .dot { width: .55rem; height: .55rem; margin-right: .3rem; border-radius: 2px; }
.t0 { background: #3b6fd4; color: #3b6fd4; } .t1 { background: #7c5cd6; color: #7c5cd6; } .t2 { background: #1e9e8a; color: #1e9e8a; }
.t3 { background: #d9822b; color: #d9822b; } .t4 { background: #2f9e44; color: #2f9e44; } .t5 { background: #9aa4b2; color: #9aa4b2; }
.aside { color: var(--soft); font-size: .9rem; margin: 0 0 1.2rem; padding-left: 1.3rem; border-left: 2px solid var(--line); }
@media (max-width: 70rem) { .layout { grid-template-columns: minmax(0, 1fr); } nav { position: static; height: auto; border: 0; } .shots { grid-template-columns: minmax(0, 1fr); } main { padding: 1rem; } }
@media print { nav { display: none; } .layout { display: block; } .card { break-inside: avoid; } }
";
