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
.state { min-width: 7rem; font-weight: 600; }
.body { padding: 0 0 1rem 1.25rem; }
.controls { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; margin-bottom: .75rem; }
fieldset { display: flex; flex-wrap: wrap; gap: .25rem .9rem; margin: 0; padding: 0; border: 0; }
legend { float: left; padding: 0; margin-right: .9rem; }
label { white-space: nowrap; }
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
