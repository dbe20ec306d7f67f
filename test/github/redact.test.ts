// What the reports of the Action show of the result of tests.
import { describe, expect, it } from "vitest";
import { parseInputs } from "../../src/cli/action/action-inputs.ts";
import { redactTest } from "../../src/github/redact.ts";
import type { TestCase, TestResult, TestTrial } from "../../src/generated/types.ts";
import { everyCase } from "../views/evaluation/test-result.ts";

const redacted = (
  given: Readonly<Record<string, string>>,
  mask = (text: string): string => text,
): TestResult => {
  const env = Object.entries({ command: "test", ...given }).map(([name, value]) => [
    `INPUT_${name.toUpperCase()}`,
    value,
  ]);
  return redactTest(everyCase, { inputs: parseInputs(Object.fromEntries(env)).inputs, mask });
};

describe("a result", () => {
  it("is shown with its replies, masked", () => {
    expect(redacted({})).toEqual(everyCase);
    const masked = redacted({}, (text) => text.replaceAll("e-mail", "*"));
    expect(JSON.stringify(masked.cases)).not.toContain("e-mail");
    expect(JSON.stringify(masked.cases)).toContain("Tell me your * address.");
  });

  it("has no replies with comment-detail: no-replies", () => {
    const text = JSON.stringify(redacted({ "comment-detail": "no-replies" }));
    expect(text).not.toMatch(/e-mail|Tell me|Acme/);
    expect(text).toContain("CONTAINS_ANY");
    expect(text).toContain("The provider is overloaded.");
  });

  it("has names and numbers only with comment-detail: names", () => {
    const text = JSON.stringify(redacted({ "comment-detail": "names" }));
    expect(text).not.toMatch(/e-mail|CONTAINS_ANY|overloaded|from 1 to 0\.5/);
    expect(text).toContain("No reply: unavailable.");
    expect(redacted({ "comment-detail": "names" }).counts).toEqual(everyCase.counts);
  });

  it("has the verdicts of the other version as it has those of the trial", () => {
    const [first] = everyCase.cases;
    const said = { ...first!.head.trials[0]!.assertions[0]!, actual: ["It is rude."] };
    const trial: TestTrial = {
      ...first!.head.trials[0]!,
      otherVersion: { side: "head", outcome: "failed", score: 0, assertions: [said] },
    };
    const head = { ...first!.head, trials: [trial] };
    const shown = (detail: string): string => {
      const { inputs } = parseInputs({ INPUT_COMMAND: "test", "INPUT_COMMENT-DETAIL": detail });
      const session = { inputs, mask: (text: string) => text.replaceAll("rude", "*") };
      return JSON.stringify(redactTest({ ...everyCase, cases: [{ ...first!, head }] }, session));
    };
    expect(shown("full")).toContain('"actual":["It is *."]');
    expect(shown("no-replies")).toMatch(/"otherVersion":(?!.*It is)/);
    expect(shown("names")).not.toContain("otherVersion");
  });

  it("says why a case is not compared, without the words of the provider", () => {
    const first = everyCase.cases.find(({ base }) => base);
    const problem = { code: "provider-failed", message: "The provider is overloaded." };
    const failed: TestTrial = {
      number: 1,
      outcome: "not measured",
      score: null,
      cached: false,
      problem,
      assertions: [],
    };
    const open: TestCase = {
      ...first!,
      comparison: "not compared",
      reason: `The base was not measured: ${problem.message}`,
      base: { passed: 0, measured: 0, trials: [failed] },
    };
    const { inputs } = parseInputs({ INPUT_COMMAND: "test", "INPUT_COMMENT-DETAIL": "names" });
    const session = { inputs, mask: (text: string) => text };
    const [shown] = redactTest({ ...everyCase, cases: [open] }, session).cases;
    expect(shown!.reason).toBe("No reply: provider-failed.");
  });
});
