// The style and the script of the HTML report of promptctl test. Both are inline: the report is one
// file and makes no requests.

export const reportStyle = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1f2328, #e6edf3);
  --muted: light-dark(#59636e, #9198a1);
  --page: light-dark(#ffffff, #0d1117);
  --box: light-dark(#f6f8fa, #151b23);
  --line: light-dark(#d1d9e0, #3d444d);
  --bad: light-dark(#b3261e, #ff8a80);
  --warn: light-dark(#7a5200, #e3b341);
  --good: light-dark(#116329, #56d364);
  --link: light-dark(#0550ae, #79c0ff);
  --del: light-dark(#ffdad6, #5c1d1d);
  --ins: light-dark(#c9f5d0, #12421f);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 76rem;
  color: var(--text); background: var(--page);
  font: 1rem/1.5 system-ui, sans-serif;
}
h1 { margin: 0 0 .25rem; font-size: 1.6rem; }
h2 { margin: 2rem 0 .5rem; font-size: 1.2rem; }
h3 { margin: 1rem 0 .25rem; font-size: 1rem; }
p, ul, dl { margin: .25rem 0 .75rem; }
ul { padding-left: 1.25rem; }
code, pre { font: .875rem/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
pre {
  margin: .25rem 0 .75rem; padding: .5rem .75rem; white-space: pre-wrap;
  background: var(--box); border: 1px solid var(--line); border-radius: 6px;
}
.muted { color: var(--muted); }
.bad { color: var(--bad); }
.warn { color: var(--warn); }
.good { color: var(--good); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: .25rem 0 .75rem; }
caption { text-align: left; color: var(--muted); }
th, td { padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; font-weight: normal; }
td { white-space: nowrap; }
thead th { color: var(--muted); border-bottom: 1px solid var(--line); }
.bar { display: inline-block; height: .6rem; min-width: 2px; background: var(--link); border-radius: 2px; }
.bar.base { background: var(--muted); }
del { background: var(--del); }
ins { background: var(--ins); }
details { border-top: 1px solid var(--line); }
details details { border: 0; }
summary { padding: .4rem 0; cursor: pointer; }
summary:focus-visible, input:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.case > summary { display: flex; flex-wrap: wrap; gap: .1rem .75rem; align-items: baseline; }
.case > summary::before { content: "\\25B8"; color: var(--muted); }
.case[open] > summary::before { content: "\\25BE"; }
.state { min-width: 7rem; font-weight: 600; }
.body { padding: 0 0 1rem 1.25rem; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 0 1rem; }
.controls { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; margin-bottom: .75rem; }
fieldset { display: flex; flex-wrap: wrap; gap: .25rem .9rem; margin: 0; padding: 0; border: 0; }
legend { float: left; padding: 0; margin-right: .9rem; }
input[type="search"] {
  padding: .3rem .5rem; width: min(100%, 20rem); font: inherit; color: inherit;
  background: var(--box); border: 1px solid var(--line); border-radius: 6px;
}
label { white-space: nowrap; }
[hidden] { display: none !important; }
@media print { .controls { display: none; } }
`;

/** Filters the cases by text and state. Without it, all cases are shown. */
export const reportScript = `
const controls = document.querySelector(".controls");
const cases = [...document.querySelectorAll(".case")];
const texts = cases.map((each) => each.textContent.toLowerCase());
const search = controls.querySelector("input[type=search]");
const boxes = [...controls.querySelectorAll("input[type=checkbox]")];
const shown = document.querySelector("#shown");
function filter() {
  const wanted = search.value.trim().toLowerCase();
  const states = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  let count = 0;
  cases.forEach((each, index) => {
    const isShown = states.has(each.dataset.state) && texts[index].includes(wanted);
    each.hidden = !isShown;
    if (isShown) count++;
  });
  shown.textContent = count + " of " + cases.length + " cases shown";
}
controls.hidden = false;
controls.addEventListener("input", filter);
filter();
`;
