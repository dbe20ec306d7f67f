// The cases of assertions.yaml.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { judgeAssertion } from "../../src/engine/evaluate/judge-assertion.ts";
import type { AssertionSpec } from "../../src/engine/evaluate/trial.ts";
import type { JsonObject } from "../../src/engine/model/json.ts";
import { normalizeDefinition } from "../../src/engine/normalize/normalize.ts";
import { shapes } from "../../src/generated/shapes.ts";
import { callReply, type ReplyFields } from "../fixtures/trials.ts";

interface Row {
  readonly name: string;
  readonly reply: ReplyFields;
  readonly assertion: JsonObject;
  readonly verdict: string;
}

const rows = parse(readFileSync(join(import.meta.dirname, "assertions.yaml"), "utf8")) as Row[];

test.each(rows)("$assertion.type: $name", ({ reply, assertion, verdict }) => {
  const spec = normalizeDefinition(shapes.assertion, assertion, () => "");
  const judged = judgeAssertion(
    { address: "assertion/a/b/1", spec: spec as unknown as AssertionSpec },
    callReply(reply),
  );
  expect(judged.verdict).toBe(verdict);
  if (verdict === "pass") expect(judged.reason).toBeUndefined();
  else expect(judged.reason).toMatch(/^\S.*\.$/);
});

test("the names of the rows are unique", () => {
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
});
