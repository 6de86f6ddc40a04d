"""Style of a report: by day, by night and on paper."""

from typing import Final

CSS: Final = """
:root{--ink:#1d2733;--soft:#66727f;--rule:#d9dee4;--paper:#fbfaf7;--card:#fff;--felt:#0b5d43;--felt-ink:#f4efe2;
--one:#0b6e4f;--two:#c2410c;--three:#1d4ed8;--four:#7c3aed;--five:#b45309;--good:#0b8457;--bad:#c0392b;--warn:#fff4d6;
--warn-ink:#7a4b00;--tint:#eef4f0}
@media (prefers-color-scheme:dark){:root{--ink:#e6ebf0;--soft:#9aa7b4;--rule:#303c48;--paper:#0f151b;--card:#161e26;
--felt:#0a4633;--felt-ink:#f4efe2;--one:#3ecf9a;--two:#fb923c;--three:#7aa2ff;--four:#c4a1ff;--five:#fbbf24;
--good:#3ecf9a;--bad:#ff7a6b;--warn:#3a2d0c;--warn-ink:#ffd98a;--tint:#17241f}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
header{background:var(--felt);color:var(--felt-ink);padding:3rem 1.25rem 2.5rem}
header>*,main,footer{max-width:62rem;margin-left:auto;margin-right:auto}
header h1{font:600 2.3rem/1.15 Georgia,"Times New Roman",serif;margin-top:0;margin-bottom:.7rem}
header p{margin-top:0;margin-bottom:0;opacity:.92;max-width:48rem;margin-left:auto;margin-right:auto}
header .lead{max-width:62rem}
.kicker{letter-spacing:.14em;text-transform:uppercase;font-size:.78rem;opacity:.8;margin-bottom:.6rem!important;
max-width:62rem!important}
nav{max-width:62rem;margin:1.6rem auto 0;display:flex;flex-wrap:wrap;gap:.5rem}
nav a{color:inherit;text-decoration:none;border:1px solid color-mix(in srgb,currentColor 35%,transparent);
border-radius:99px;padding:.15rem .8rem;font-size:.88rem}
nav a:hover,nav a:focus-visible{background:color-mix(in srgb,currentColor 16%,transparent)}
main{max-width:64.5rem;padding:1.5rem 1.25rem 3rem}
footer{max-width:64.5rem}
section{margin-top:2.6rem}
h2{font:600 1.55rem/1.25 Georgia,"Times New Roman",serif;border-bottom:1px solid var(--rule);padding-bottom:.35rem;
margin:0 0 1rem}
h3{font-size:1.05rem;margin:1.6rem 0 .5rem}
p{max-width:46rem}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:.8rem;margin:1.5rem 0 0}
.fact{background:var(--card);border:1px solid var(--rule);border-radius:.6rem;padding:.85rem 1rem}
.fact b{display:block;font:600 1.45rem/1.2 Georgia,serif;font-variant-numeric:tabular-nums}
.fact span{color:var(--soft);font-size:.86rem}
.fact.changed{border-color:var(--five);box-shadow:inset .25rem 0 0 var(--five)}
.changes{margin-top:.5rem;margin-bottom:0;padding:0;list-style:none;font-weight:600}
.changes li::before{content:"\\2192\\a0"}
.edge{background:var(--warn);color:var(--warn-ink);border:2px solid currentColor;border-radius:.6rem;
padding:.9rem 1.1rem;font-weight:600;margin:1.5rem 0 0}
.edge p{margin:.2rem 0}
.scroll{overflow-x:auto;margin:.6rem 0 1rem}
table{border-collapse:collapse;font-size:.93rem;min-width:50%}
th,td{text-align:left;padding:.32rem .8rem .32rem 0;border-bottom:1px solid var(--rule);vertical-align:top}
th{color:var(--soft);font-weight:600;font-size:.82rem}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
tbody tr:hover{background:var(--tint)}
.good{color:var(--good);font-weight:600}.bad{color:var(--bad)}
.chart td,.chart th{text-align:center;padding:.25rem .5rem;border:1px solid var(--rule)}
.chart td:first-child,.chart th:first-child{text-align:left}
.H{background:color-mix(in srgb,var(--three) 22%,transparent)}
.S{background:color-mix(in srgb,var(--good) 24%,transparent)}
.D,.Ds{background:color-mix(in srgb,var(--five) 30%,transparent)}
.x4{background:color-mix(in srgb,var(--good) 30%,transparent)}
.x3{background:color-mix(in srgb,var(--five) 26%,transparent)}
.P{background:color-mix(in srgb,var(--four) 26%,transparent)}
.R,.Rs{background:color-mix(in srgb,var(--bad) 26%,transparent)}
figure{margin:1rem 0 1.6rem;background:var(--card);border:1px solid var(--rule);border-radius:.6rem;padding:1rem}
figure svg{display:block;width:100%;height:auto;max-width:46rem;margin:0 auto}
figcaption{color:var(--soft);font-size:.88rem;margin-top:.6rem;max-width:46rem;margin-left:auto;margin-right:auto}
.narrow{display:none}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(20rem,1fr));gap:0 1.4rem}
details{border:1px solid var(--rule);border-radius:.5rem;padding:.5rem .9rem;margin:.6rem 0;background:var(--card)}
summary{cursor:pointer;font-weight:600;font-size:.95rem}
code{font:.88em ui-monospace,SFMono-Regular,Menlo,monospace;background:var(--tint);padding:.1em .35em;
border-radius:.25em}
pre code{padding:0;background:none}
pre{background:var(--tint);padding:.8rem 1rem;border-radius:.5rem;overflow-x:auto}
.note{color:var(--soft);font-size:.9rem}
footer{color:var(--soft);font-size:.85rem;padding:1.2rem 1.25rem 3rem;border-top:1px solid var(--rule)}
@media (max-width:36rem){
header{padding:1.6rem 1rem 1.2rem}header h1{font-size:1.75rem}
nav{flex-wrap:nowrap;overflow-x:auto;margin-right:-1rem;padding-bottom:.3rem;scrollbar-width:none}
nav a{white-space:nowrap}
main{padding:1rem 1rem 2rem}section{margin-top:2rem}
.facts{grid-template-columns:1fr 1fr;gap:.55rem}.fact{padding:.6rem .7rem}
.fact b{font-size:1.2rem}.fact span{font-size:.8rem}
.fact.changed{grid-column:1/-1}
figure{padding:.7rem .5rem}.wide{display:none}.narrow{display:block}
.pair{grid-template-columns:1fr}
table{width:100%}
.chart table{font-size:.78rem}.chart td,.chart th{padding:.2rem .18rem}
.stack{overflow:visible}.stack thead{display:none}
.stack tr{display:block;padding:.45rem 0;border-bottom:1px solid var(--rule)}
.stack td,.stack td.number{display:flex;justify-content:space-between;gap:1rem;border:0;padding:.12rem 0;
text-align:right;white-space:normal;overflow-wrap:anywhere}
.stack td::before{content:attr(data-label);color:var(--soft);font-size:.82rem;text-align:left;flex:none}
.stack td:first-child{font-weight:600}.stack td:empty{display:none}}
@media print{.wide{display:block}.narrow{display:none}
:root{--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--rule:#bbb;--felt:#fff;--felt-ink:#000;--tint:#fff}
header{padding:0 0 1rem;border-bottom:2px solid #000}nav{display:none}section,figure,.fact{break-inside:avoid}
body{font-size:11pt}details{border:0;padding:0}figure{border-color:#ddd}}
"""
