// The style, the script and the icon of the page. The name of a file contains a digest of its content, so that
// browsers can cache it without asking again. The page works without the script.
import { digestText } from "../../../engine/text/digest.ts";
import { baseStyle } from "../../../views/text/html-style.ts";
import { pageRoot } from "./page-paths.ts";

export interface PageFile {
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

function fileOf(name: string, type: string, text: string): PageFile {
  const [base, extension] = name.split(".");
  const digest = digestText(text).slice("sha256:".length, "sha256:".length + 16);
  return { path: `${pageRoot}/files/${base}-${digest}.${extension}`, type, text };
}

export const styleFile: PageFile = fileOf(
  "style.css",
  "text/css; charset=utf-8",
  `${baseStyle}
body { padding-top: 0; }
a { color: var(--link); }
a:focus-visible, button:focus-visible, input:focus-visible, textarea:focus-visible, select:focus-visible,
summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
main:focus { outline: none; }
.skip { position: absolute; left: -100rem; }
.skip:focus { position: static; display: inline-block; padding: .5rem; }
.top {
  display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline;
  padding: .6rem 0; margin-bottom: 1.25rem; border-bottom: 1px solid var(--line);
}
.top .muted { font-size: .875rem; overflow-wrap: anywhere; }
.service { padding: 0 .5rem; border-radius: 6px; }
.hue-0 { background: light-dark(#ffdad6, #5c1d1d); }
.hue-1 { background: light-dark(#ffe7c2, #4d3300); }
.hue-2 { background: light-dark(#d7f5dd, #0f3d1c); }
.hue-3 { background: light-dark(#ddf4ff, #12365c); }
.hue-4 { background: light-dark(#ecdfff, #3b2160); }
.hue-5 { background: light-dark(#e7e9ec, #30363d); }
.origin { margin-left: auto; }
.top form { margin-left: 0; }
nav.main { display: flex; gap: 1rem; }
nav.main a { text-decoration: none; }
nav.main a[aria-current] { color: inherit; font-weight: 600; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.key { display: block; font-size: .875rem; }
h2.small { margin: .75rem 0 .25rem; font-size: .875rem; font-weight: 600; color: var(--muted); }
thead th a { color: inherit; text-decoration: none; }
thead th a:hover { text-decoration: underline; }
th[aria-sort] a { color: var(--text); font-weight: 600; }
th[aria-sort="ascending"] a::after { content: " ↑"; }
th[aria-sort="descending"] a::after { content: " ↓"; }
select {
  max-width: 100%; padding: .35rem .5rem; font: inherit; color: inherit; background: var(--box);
  border: 1px solid light-dark(#818b98, #656c76); border-radius: 6px;
}
pre.lines > * { display: block; text-decoration: none; }
pre.lines strong { border-radius: 3px; background: light-dark(#ffb3ab, #8c2f2f); }
pre.lines ins strong { background: light-dark(#8ee0a0, #1f6b37); }
table.list .number:not(:last-child) { padding-right: 2rem; }
.commands { position: relative; margin: 0 0 .75rem; }
.commands .copy { margin: 0; justify-content: end; }
.copy { font-size: .875rem; margin: 0 0 .25rem; }
.copy button { padding: .1rem .6rem; }
.home { color: inherit; font-weight: 600; text-decoration: none; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); font-size: .875rem; }
h1, h2, h3, td, th, p, li, summary, label { overflow-wrap: anywhere; }
h2 { margin-top: 1.75rem; }
td { white-space: normal; }
table.list { width: 100%; }
table.list td, table.list th { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
th[scope="row"] { font-weight: normal; }
.number { text-align: right; white-space: nowrap; }
.flag { white-space: nowrap; }
nav.parts { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .75rem 0 0; border-bottom: 1px solid var(--line); }
nav.parts a { padding: .25rem 0; text-decoration: none; }
nav.parts a[aria-current] { color: inherit; font-weight: 600; border-bottom: 2px solid var(--link); }
nav.parts + p { margin-top: .75rem; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 2.5rem; }
@media (min-width: 64rem) { .columns { grid-template-columns: minmax(0, 2fr) minmax(0, 1fr); } }
.message { margin: 0 0 .75rem; }
h4 { margin: 0; font-size: .875rem; font-weight: normal; color: var(--muted); }
table.list :is(td, th):not(.number) { min-width: 7.5rem; }
table.list td code { overflow-wrap: anywhere; }
@media (max-width: 40rem) {
  .wide { display: none; }
  table.stacked thead { position: absolute; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table.stacked :is(tbody, tr, td, th) { display: block; }
  table.stacked tbody tr { padding: .4rem 0; border-bottom: 1px solid var(--line); }
  table.stacked tbody :is(td, th) { padding: .1rem 0; border: 0; }
  table.stacked .wide { display: none; }
}
.message h3 { margin: 0; font-size: .875rem; font-weight: 600; color: var(--muted); }
.message pre { margin: .2rem 0 .4rem; }
mark { color: inherit; background: light-dark(#ddf4ff, #12365c); border-radius: 3px; }
mark.found { color: var(--text); background: light-dark(#fff3b0, #574500); }
details { border-top: 1px solid var(--line); }
details > div { padding: 0 0 .75rem 1.1rem; }
summary { padding: .35rem 0; cursor: pointer; }
dl.facts { display: grid; grid-template-columns: fit-content(40%) minmax(0, 1fr); gap: .15rem 1rem; }
dl.facts dt { color: var(--muted); overflow-wrap: anywhere; }
dl.facts dd { margin: 0; overflow-wrap: anywhere; }
form.search { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .75rem 0 1rem; }
label { display: block; }
.choice { display: inline-flex; gap: .5rem; align-items: center; }
.field { margin: 0 0 .75rem; }
.field label { font-size: .875rem; }
textarea, input[type="password"] {
  width: 100%; padding: .35rem .5rem; font: inherit; color: inherit; background: var(--box);
  border: 1px solid var(--line); border-radius: 6px;
}
textarea { font: .875rem/1.45 ui-monospace, monospace; resize: vertical; field-sizing: content; min-height: 2.4rem; max-height: 24rem; }
input[type="password"] { max-width: 24rem; display: block; }
textarea, input[type="search"], input[type="password"] { border-color: light-dark(#818b98, #656c76); }
button {
  padding: .35rem .9rem; font: inherit; cursor: pointer; color: inherit; background: var(--box);
  border: 1px solid light-dark(#818b98, #656c76); border-radius: 6px;
}
button.main { color: light-dark(#ffffff, #0d1117); background: var(--link); border-color: var(--link); }
button.plain { padding: 0; color: var(--link); background: none; border: 0; text-decoration: underline; }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.note { padding: .5rem .75rem; border: 1px solid var(--line); border-left: 4px solid var(--link); border-radius: 6px; }
.note.bad { color: inherit; border-left-color: var(--bad); }
.note > :first-child, .result > :first-child { margin-top: 0; }
.note > :last-child { margin-bottom: 0; }
.result { margin: 1rem 0 0; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 6px; }
del, ins { text-decoration-thickness: 1px; }
@media (prefers-contrast: more) { .muted { color: inherit; } }
@media print { nav, form, .skip, button { display: none !important; } }
`,
);

/** Copies the text of an element, and says that a form is waiting for its response. */
export const scriptFile: PageFile = fileOf(
  "script.js",
  "text/javascript; charset=utf-8",
  `"use strict";
async function copy(element) {
  // Browsers have navigator.clipboard only over https and on this computer.
  if (navigator.clipboard) return navigator.clipboard.writeText(element.textContent);
  getSelection().selectAllChildren(element);
  if (!document.execCommand("copy")) throw new Error("copy");
}
for (const button of document.querySelectorAll("button[data-copy]")) {
  const status = document.getElementById(button.dataset.status);
  button.hidden = false;
  button.addEventListener("click", () =>
    copy(document.getElementById(button.dataset.copy)).then(
      () => { status.textContent = "Copied."; },
      () => { status.textContent = "The browser did not allow copying. Select the text instead."; },
    ));
}
for (const form of document.querySelectorAll("form[data-waiting]"))
  form.addEventListener("submit", (event) => {
    const status = document.getElementById(form.dataset.waiting);
    if (status.textContent) return event.preventDefault(); // a second run would cost again
    status.textContent = "Waiting for the response\\u2026";
    addEventListener("pageshow", () => { status.textContent = ""; });
  });
`,
);

export const iconFile: PageFile = fileOf(
  "icon.svg",
  "image/svg+xml",
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0550ae"/><path d="M4 4l4 4-4 4" fill="none" stroke="#fff" stroke-width="2"/><path d="M8.5 12H12" stroke="#fff" stroke-width="2"/></svg>`,
);
