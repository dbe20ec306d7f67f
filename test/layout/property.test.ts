// Definitions as nobody should write them keep their meaning and their comments, and come out clean.
import * as fc from "fast-check";
import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import {
  type Document,
  isMap,
  isSeq,
  LineCounter,
  parseAllDocuments,
  type Scalar,
  visit,
  type YAMLMap,
} from "yaml";
import { type Dice, diceFrom, text } from "../property/text.ts";
import { judged } from "./judge.ts";
import { type Ugly, ugly, type Value } from "./ugly.ts";

const { PROMPTCTL_PROPERTY_RUNS: times = "1", PROMPTCTL_PROPERTY_SEED: seed = "20261121" } =
  process.env;

const words = fc.oneof(
  text,
  fc.constantFrom(
    "Look it up.",
    "Be brief.\nAsk first.\n",
    "a long text of many words, said twice",
    "{{x}}",
    "one\n\n  two\nthree",
    "- a\n- b",
  ),
);
const plain = fc.constantFrom("a", "lookup_order", "Support triage");
const free = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    words,
    fc.constantFrom<Value>(null, true, 0, 1.5, -2),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.oneof(plain, words), tie("value"), { maxKeys: 3 }),
  ),
})).value;

const assertion = fc.oneof(
  fc.record(
    {
      type: fc.constant("CONTAINS_ANY"),
      targetValues: fc.array(words, { maxLength: 3 }),
      weight: fc.constant(0.5),
      jsonPath: fc.constant("$.a[0]"),
      ignoreCase: fc.boolean(),
      negate: fc.boolean(),
    },
    { requiredKeys: ["type"] },
  ),
  fc.record({ type: fc.constant("LATENCY"), targetThreshold: fc.nat() }),
);
const message = fc.record({
  role: fc.constantFrom("user", "system"),
  content: fc.oneof(
    words,
    fc.record({ file: plain }),
    fc.array(fc.record({ type: fc.constant("TEXT"), text: words }), { maxLength: 2 }),
  ),
});
const evaluation = fc.record(
  {
    name: plain,
    metadata: free,
    variables: fc.dictionary(plain, words, { maxKeys: 3 }),
    appendedMessages: fc.array(message, { maxLength: 2 }),
    weight: fc.constant(1),
    threshold: fc.constant(0.5),
    assertions: fc.array(assertion, { maxLength: 3 }),
  },
  { requiredKeys: ["name"] },
);
const definition = fc
  .oneof(
    fc.record(
      {
        kind: fc.constant("tool"),
        key: plain,
        name: plain,
        description: words,
        metadata: free,
        parameters: free,
      },
      { requiredKeys: ["kind"] },
    ),
    fc.record(
      {
        kind: fc.constant("prompt"),
        key: plain,
        name: plain,
        metadata: free,
        tools: fc.array(plain, { maxLength: 3 }),
        parameters: fc.record({ provider: plain, name: plain, maxTokens: fc.nat() }),
        variables: fc.dictionary(plain, words, { maxKeys: 2 }),
        messages: fc.array(message, { maxLength: 3 }),
        evaluations: fc.array(evaluation, { maxLength: 2 }),
      },
      { requiredKeys: ["kind"] },
    ),
    evaluation.map((each) => ({ prompt: "a", ...each, kind: "evaluation" })),
    assertion.map((each) => ({ evaluation: "a/b", ...each, kind: "assertion" })),
  )
  .map((each) => JSON.parse(JSON.stringify(each)) as { readonly [key: string]: Value });

/** Documents as one file, with what else may stand in one. */
function fileOf(documents: readonly Ugly[], dice: Dice): string {
  const between = ["---\n", "--- # x\n", "---\n\n\n", "---   \n", "...\n---\n"];
  const all = documents.map((each) => each.text);
  const first = ["", "---\n", "\n\n", "# top\n\n", "# yaml-language-server: $schema=x\n"][dice(5)]!;
  const text = first + all.reduce((before, each) => before + between[dice(between.length)]! + each);
  const ended = [text, `${text}---\n`, text.replace(/\n$/, ""), `${text}\n \n\n`][dice(4)]!;
  const lines = dice(4) === 0 ? ended.replaceAll("\n", "\r\n") : ended;
  return dice(4) === 0 ? `\uFEFF${lines}` : lines;
}

/** Whether a file says what it was made from: some ways to write a text keep empty lines after it. */
function isMeant(file: string, values: readonly unknown[]): boolean {
  const documents = [...parseAllDocuments(file.replace(/^\uFEFF/, ""), { stringKeys: true })];
  const read = documents.map((each) => each.errors.length === 0 && (each.toJS() as unknown));
  return isDeepStrictEqual(
    read.filter((each) => each !== null),
    values,
  );
}

/** The order of the keys that the schemas know; those of free mappings have none. */
const orders = {
  document:
    "kind key evaluation prompt name metadata description tools parameters variables messages appendedMessages evaluations weight threshold assertions",
  assertion:
    "kind evaluation metadata type targetValues targetThreshold weight jsonPath ignoreCase negate",
  evaluation: "name metadata variables appendedMessages weight threshold assertions",
  parameters: "provider name maxTokens",
  message: "role content",
  block: "type text",
};

/** What is out of order in a document. */
function disorder(document: Document): string[] {
  const found: string[] = [];
  const hold = (map: unknown, order: keyof typeof orders): void => {
    if (!isMap(map)) return;
    const places = map.items.map(({ key }) =>
      orders[order].split(" ").indexOf((key as Scalar<string>).value),
    );
    if (places.some((each, index) => each < (places[index - 1] ?? 0)))
      found.push(`${order}: ${String(map)}`);
  };
  const items = (at: unknown): unknown[] => (isSeq(at) ? at.items : []);
  const holdMessages = (list: unknown): void => {
    for (const each of items(list)) {
      hold(each, "message");
      for (const block of items((each as YAMLMap).get("content", true))) hold(block, "block");
    }
  };
  const holdEvaluation = (each: YAMLMap): void => {
    holdMessages(each.get("appendedMessages", true));
    for (const one of items(each.get("assertions", true))) hold(one, "assertion");
  };
  const root = document.contents as YAMLMap;
  const kind = root.get("kind");
  hold(root, kind === "assertion" ? "assertion" : "document");
  if (kind === "prompt") hold(root.get("parameters", true), "parameters");
  holdMessages(root.get("messages", true));
  for (const each of items(root.get("evaluations", true))) {
    hold(each, "evaluation");
    holdEvaluation(each as YAMLMap);
  }
  holdEvaluation(root);
  return found;
}

/** What no line of a file in the layout has. Lines of texts are left out. */
function untidy(text: string): string[] {
  const found = /^\uFEFF|\r\n|^\n|^---\n|\n---\n$|\n\.\.\.\n|[^\n]$|\n---[^\n]/.exec(text);
  const inTexts = new Set<number>();
  const lines = new LineCounter();
  for (const document of parseAllDocuments(text, { lineCounter: lines, stringKeys: true }))
    visit(document, {
      Scalar: (_key, { type, range }) => {
        if (!type?.startsWith("BLOCK")) return;
        for (let at = lines.linePos(range![0]).line; at < lines.linePos(range![1]).line; at++)
          inTexts.add(at + 1);
      },
    });
  const wrong = text.split("\n").flatMap((line, index, all) => {
    if (inTexts.has(index + 1)) return [];
    const isOdd =
      /[ \t]$/.test(line) ||
      /^ *\t/.test(line) ||
      (/^ */.exec(line)![0].length % 2 === 1 && !isInBrackets(all, index)) ||
      (line === "" && all[index - 1] === "" && index < all.length - 1);
    return isOdd ? [`${index + 1}: ${line}`] : [];
  });
  return [...(found ? [found[0]] : []), ...wrong];
}

/** Brackets with comments in them stay as they stand. */
function isInBrackets(lines: readonly string[], index: number): boolean {
  const before = lines
    .slice(0, index)
    .join("\n")
    .replace(/"(?:[^"\\]|\\.)*"|'[^']*'|#.*/g, "");
  return (before.match(/[[{]/g)?.length ?? 0) > (before.match(/[\]}]/g)?.length ?? 0);
}

/** Comments that no longer stand above the key they stood above. */
function astray(text: string, documents: readonly Ugly[]): string[] {
  const lines = text.split("\n");
  return documents.flatMap(({ above }) =>
    [...above].flatMap(([comment, key]) => {
      const at = lines.findIndex((line) => line.trim() === comment);
      const next = lines.slice(at + 1).find((line) => !/^\s*(?:#|$)/.test(line)) ?? "";
      const written = next.replace(/^[ -]*/, "");
      const isThere = [key, JSON.stringify(key), `'${key}'`].some((each) =>
        written.startsWith(`${each}:`),
      );
      return at >= 0 && isThere ? [] : [`${comment} above ${key}`];
    }),
  );
}

it("the same meaning and comments, in order and tidy", { timeout: 120_000 * Number(times) }, () => {
  fc.assert(
    fc.property(fc.array(definition, { minLength: 1, maxLength: 3 }), fc.nat(), (values, from) => {
      const dice = diceFrom(from);
      const documents = values.map((each, index) => ugly(each, `d${index}`, dice));
      const file = fileOf(documents, dice);
      fc.pre(isMeant(file, values));
      const found = judged(file)!;
      expect(found.left).toBe(0);
      const after = [...parseAllDocuments(found.text, { stringKeys: true })];
      expect(after.flatMap(disorder)).toEqual([]);
      expect(untidy(found.text), found.text).toEqual([]);
      expect(astray(found.text, documents), found.text).toEqual([]);
    }),
    { numRuns: 200 * Number(times), ...(seed !== "random" && { seed: Number(seed) }) },
  );
});
