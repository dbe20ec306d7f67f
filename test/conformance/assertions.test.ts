// The cases of assertions.yaml.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readAnswers, withAnswers } from "../../src/engine/evaluate/judge-answers.ts";
import { withOutcomes } from "../../src/engine/evaluate/judge-commands.ts";
import { answerIn, readCheckAnswer } from "../../src/engine/evaluate/trials/command-lines.ts";
import { judgeTrial } from "../../src/engine/evaluate/judge-trial.ts";
import type { AssertionSpec } from "../../src/engine/evaluate/trials/trial.ts";
import type { JsonObject } from "../../src/engine/model/json.ts";
import { normalizeDefinition } from "../../src/engine/normalize/normalize.ts";
import { compilePattern } from "../../src/engine/text/linear-pattern.ts";
import * as jsonPaths from "../../src/engine/text/json-path.ts";
import { compileSchema } from "../../src/engine/validate/reply-schema.ts";
import { shapes } from "../../src/generated/shapes.ts";
import { callReply, type ReplyFields } from "../fixtures/trials.ts";

interface Row {
  readonly name: string;
  readonly reply: ReplyFields;
  readonly assertion?: JsonObject;
  readonly check?: JsonObject;
  readonly judge?: string;
  /** The line that the program of a check prints; its id is that of the line that it got. */
  readonly command?: string;
  readonly verdict: string;
}

const text = readFileSync(join(import.meta.dirname, "assertions.yaml"), "utf8");
const rows = (parse(text) as Row[]).map((row) => ({
  ...row,
  type: (row.assertion ?? row.check)!["type"],
}));

test.each(rows)("$type: $name", ({ reply, assertion, check, judge, command, verdict }) => {
  const spec = assertion
    ? normalizeDefinition(
        shapes.assertion,
        assertion,
        () => "",
        () => ({}),
      )
    : normalizeDefinition(
        shapes.check,
        check!,
        () => "",
        () => ({}),
      );
  const address = "assertion/a/b/1";
  const checks = {
    threshold: 1,
    assertions: [{ address, spec: spec as unknown as AssertionSpec }],
  };
  const trial = judgeTrial(checks, callReply(reply), { compilePattern, compileSchema, jsonPaths });
  const [judged] =
    command !== undefined
      ? withOutcomes(
          checks,
          trial,
          new Map([[trial.verdicts[0]!, readCheckAnswer(answerIn(command)!)]]),
        ).verdicts
      : judge === undefined
        ? trial.verdicts
        : withAnswers(
            checks,
            trial,
            "Judge",
            readAnswers(callReply({ text: judge }).run, asked(reply)),
          ).verdicts;
  expect(judged!.verdict).toBe(verdict);
  if (verdict === "pass") expect(judged!.reason).toBeUndefined();
  else expect(judged!.reason).toMatch(/^\S.*\.$/);
});

function asked({ text: about = "" }: ReplyFields) {
  return { questions: 1, about: [about].flat().join("") };
}

test("the names of the rows are unique", () => {
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
});
