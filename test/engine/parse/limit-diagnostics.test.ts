// At most 20 errors and 20 warnings of a document are reported in full.
import { expect, it } from "vitest";
import { diagnosticsOf } from "../../fixtures/warnings.ts";

const tool = (name: string, keys: number): string =>
  `kind: tool\nname: ${name}\nexternal: true\n${Array.from({ length: keys }, (_, at) => `k${at}: 1\n`).join("")}`;

it("the errors after the first 20 of a document become one that counts them", async () => {
  const found = await diagnosticsOf({ "a.yaml": tool("a", 45) });
  expect(found).toHaveLength(21);
  expect(found[19]).toMatch(/^unknown-key a.yaml:23 Unknown key "k19"\./);
  expect(found[20]).toBe(
    "unknown-key a.yaml:24 The document has 25 more errors, which are not shown. Correct the others first.",
  );
});

it("20 errors are all shown, and 1 more is counted", async () => {
  expect(await diagnosticsOf({ "a.yaml": tool("a", 20) })).toHaveLength(20);
  expect((await diagnosticsOf({ "a.yaml": tool("a", 21) })).at(-1)).toBe(
    "unknown-key a.yaml:24 The document has 1 more error, which is not shown. Correct the others first.",
  );
});

it("each document of a file has a limit of its own", async () => {
  const found = await diagnosticsOf({
    "a.yaml": [tool("a", 15), tool("b", 22), tool("c", 3)].join("---\n"),
    "b.yaml": tool("d", 12),
  });
  const counts = found.filter((line) => line.includes(" more "));
  expect(found).toHaveLength(15 + 21 + 3 + 12);
  expect(counts).toEqual([
    "unknown-key a.yaml:43 The document has 2 more errors, which are not shown. Correct the others first.",
  ]);
});

it("syntax errors and warnings have the same limit", async () => {
  const words = Array.from({ length: 30 }, () => "no");
  const found = await diagnosticsOf({
    "a.yaml": `kind: tool\nname: a\ndescription: a\nparameters: { type: object, x: [${words.join(", ")}] }\n`,
    "b.yaml": "name: a\n".repeat(23),
  });
  expect(found.filter((line) => line.includes(" more "))).toEqual([
    "truth-word a.yaml:4 The document has 10 more warnings, which are not shown.",
    "yaml-syntax b.yaml:22 The document has 2 more errors, which are not shown. Correct the others first.",
  ]);
});
