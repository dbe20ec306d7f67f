// The locations of errors: all errors are reported, in the order of the files, with their columns.
import { expect, it } from "vitest";
import { definitionSchemas } from "../../../src/cli/project/project.ts";
import { kinds } from "../../../src/kinds.ts";
import { load } from "../../../src/sync/load/load.ts";
import { loadTexts, formatDiagnostic } from "../../fixtures/in-memory.ts";

const tool = "kind: tool\nname: look\ndescription: d\nparameters: {}\n";

it("reports all errors in the order of the files and lines", async () => {
  const { diagnostics } = await loadTexts({
    "b.yaml": "kind: prompt\nname: Greet\nzz: 1\nparameters: { provider: OPENAI }\nmessages: []\n",
    "a.yaml": `${tool}tools: []\n---\nkind: x\n---\nname: y\nname: y\n---\n- 1\n`,
    "c/d.yml": "kind: assertion\nevaluation: Greet/e\ntype: COST\ntargetThreshold: -1\n",
  });
  expect(
    diagnostics.map((each) => formatDiagnostic(each).split("\n").slice(0, 2).join(" ")),
  ).toEqual([
    'error unknown-key a.yaml:5:1 Unknown key "tools".',
    'error unknown-kind a.yaml:7:7 Unknown kind "x".',
    'error yaml-syntax a.yaml:10:1 The key "name" appears twice in this mapping (first on line 9).',
    "error not-a-mapping a.yaml:12:1 A document must be a mapping of keys to values.",
    'error unknown-key b.yaml:3:1 Unknown key "zz".',
    'error missing-key b.yaml:4:13 "name" is missing.',
    'error wrong-value c/d.yml:4:18 "targetThreshold" must be 0 or more, not -1.',
  ]);
});

it("reports unreadable files with the other errors", async () => {
  const location = { file: "b.yaml", line: 1, column: 1, endColumn: 2, text: "" };
  const unreadable = {
    severity: "error",
    code: "unreadable-file",
    message: "b.yaml is not UTF-8 text.",
    location,
  } as const;
  const project = await load(kinds, definitionSchemas, {
    read: async () => ({
      files: [
        { path: "a.yaml", text: `${tool}x: 1\n` },
        { path: "c.yaml", text: "kind: tool\nname: 5\nexternal: true\n" },
      ],
      diagnostics: [unreadable],
    }),
    readIncluded: ({ file }) => ({ problem: `There is no file ${file}.` }),
  });
  expect(project.diagnostics.map((each) => `${each.location.file} ${each.code}`)).toEqual([
    "a.yaml unknown-key",
    "b.yaml unreadable-file",
    "c.yaml wrong-type",
  ]);
  expect(project.files).toBe(2);
});

const rows: readonly (readonly [
  sentence: string,
  text: string,
  location: string,
  marked: string,
])[] = [
  [
    "lines that end with CRLF, an error in the middle of a line",
    "kind: prompt\r\nname: G\r\nmessages: [{ role: usr, content: hi }]\r\nparameters: { provider: OPENAI, name: g }\r\n",
    "3:20",
    "usr",
  ],
  ["a byte order mark, and an error on a later line", `\uFEFF${tool}descr: x\n`, "5:1", "descr"],
  [
    "characters above U+FFFF count as two columns each",
    "kind: prompt\nname: G\nexternal: true\nmessages: [{ content: 😀😀, role: usr }]\n",
    "4:35",
    "usr",
  ],
  [
    "a value on several lines is marked to the end of its first line",
    "kind: prompt\nname: G\nexternal: true\nmessages: {\n  a: 1 }\n",
    "4:11",
    "{",
  ],
  [
    "an error in an aliased value is located at its anchor",
    "kind: prompt\nname: G\nmetadata: &m { role: usr, content: hi }\nmessages: [*m]\nparameters: { provider: OPENAI, name: g }\n",
    "3:22",
    "usr",
  ],
  [
    "an error in the second document of a file",
    `${tool}---\n${tool.replace("look", "5")}`,
    "7:7",
    "5",
  ],
];

it.each(rows)("%s", async (_sentence, text, expected, marked) => {
  const { diagnostics } = await loadTexts(text);
  const locations = diagnostics.map(({ location }) => ({
    at: `${location.line}:${location.column}`,
    marked: location.text.slice(location.column - 1, location.endColumn - 1),
  }));
  expect(locations).toEqual([{ at: expected, marked }]);
});
