// The style and the script of the HTML report of promptctl test. Both are inline: the report is one
// file and makes no requests.
import { baseStyle } from "../text/html-style.ts";

export const reportStyle: string = `
${baseStyle}.bar { display: inline-block; height: .6rem; min-width: 2px; background: var(--link); border-radius: 2px; }
.bar.base { background: var(--muted); }
details { border-top: 1px solid var(--line); }
details details { border: 0; }
summary { padding: .4rem 0; cursor: pointer; }
summary:focus-visible, input:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.case > summary { display: flex; flex-wrap: wrap; gap: .1rem .75rem; align-items: baseline; }
.case > summary::before { content: "\\25B8"; color: var(--muted); }
.case[open] > summary::before { content: "\\25BE"; }
.case { content-visibility: auto; contain-intrinsic-size: auto 2.3rem; }
.state { min-width: 7rem; font-weight: 600; }
.why { flex-basis: 100%; padding-left: 1.25rem; }
.case[open] .why { display: none; }
.body { padding: 0 0 1rem 1.25rem; }
.missed { padding: 0; list-style: none; }
.missed li { margin-bottom: .5rem; }
.found { display: grid; grid-template-columns: auto 1fr; gap: 0 .75rem; margin: 0; }
.found dt { color: var(--muted); }
.found dd { margin: 0; min-width: 0; }
.long { max-height: 20rem; overflow-y: auto; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
a { color: var(--link); }
a:focus-visible, pre:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.controls { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center; margin-bottom: .75rem; }
.search { display: flex; flex: 0 1 24rem; gap: .5rem; align-items: center; min-width: 0; }
.search input { flex: 1; min-width: 0; }
.states { display: flex; flex: 0 0 100%; flex-wrap: wrap; gap: .25rem .9rem; }
section { min-width: 0; }
th code { overflow-wrap: anywhere; }
@media (max-width: 40rem) {
  .bar { display: none; }
  .body { padding-left: 0; }
}
@media print {
  .controls { display: none; }
  .long { max-height: none; }
}
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
