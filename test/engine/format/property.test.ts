// Badly formatted definitions keep their values and comments, and become tidy.
import * as fc from "fast-check";
import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { text } from "../../laws/property/generate-text.ts";
import { type RandomInt, seededRandom } from "../../fixtures/seeded-random.ts";
import { checkFormatted } from "./oracle.ts";
import { astray, disorder, untidy } from "./laws.ts";
import { type Ugly, ugly, type Value } from "./unformatted.ts";
import { propertySettings, propertyTimeout } from "../../fixtures/property-settings.ts";

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

/** Documents as one file, with other text that a file may contain. */
function fileOf(documents: readonly Ugly[], randomInt: RandomInt): string {
  const between = ["---\n", "--- # x\n", "---\n\n\n", "---   \n", "...\n---\n"];
  const all = documents.map((each) => each.text);
  const first = ["", "---\n", "\n\n", "# top\n\n", "# yaml-language-server: $schema=x\n"][
    randomInt(5)
  ]!;
  const text =
    first + all.reduce((before, each) => before + between[randomInt(between.length)]! + each);
  const ended = [text, `${text}---\n`, text.replace(/\n$/, ""), `${text}\n \n\n`][randomInt(4)]!;
  const lines = randomInt(4) === 0 ? ended.replaceAll("\n", "\r\n") : ended;
  return randomInt(4) === 0 ? `\uFEFF${lines}` : lines;
}

/** True if a file has the values it was generated from: some styles keep empty lines after a text. */
function isMeant(file: string, values: readonly unknown[]): boolean {
  if (/\r(?!\n)/.test(file)) return false; // stays unchanged
  const documents = [...parseAllDocuments(file.replace(/^\uFEFF/, ""), { stringKeys: true })];
  const read = documents.map((each) => each.errors.length === 0 && (each.toJS() as unknown));
  return isDeepStrictEqual(
    read.filter((each) => each !== null),
    values,
  );
}

it(
  "keeps values and comments, sorts keys, and leaves tidy lines",
  { timeout: propertyTimeout(120_000) },
  () => {
    fc.assert(
      fc.property(
        fc.array(definition, { minLength: 1, maxLength: 3 }),
        fc.nat(),
        (values, from) => {
          const randomInt = seededRandom(from);
          const documents = values.map((each, index) => ugly(each, `d${index}`, randomInt));
          const file = fileOf(documents, randomInt);
          fc.pre(isMeant(file, values));
          const found = checkFormatted(file)!;
          expect(found.skipped).toBe(0);
          const after = [...parseAllDocuments(found.text, { stringKeys: true })];
          expect(after.flatMap(disorder)).toEqual([]);
          expect(untidy(found.text)).toEqual([]);
          expect(astray(found.text, documents)).toEqual([]);
        },
      ),
      propertySettings(200),
    );
  },
);
