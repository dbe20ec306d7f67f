// The style that the HTML report of promptctl test and the page of the service share: colours for light
// and dark, texts, tables and marked words.

export const baseStyle = `
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
del { background: var(--del); }
ins { background: var(--ins); }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 0 1rem; }
input[type="search"] {
  padding: .3rem .5rem; width: min(100%, 20rem); font: inherit; color: inherit;
  background: var(--box); border: 1px solid var(--line); border-radius: 6px;
}
[hidden] { display: none !important; }
`;
