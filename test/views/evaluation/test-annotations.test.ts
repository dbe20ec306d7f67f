import { describe, expect, it } from "vitest";
import { testAnnotations } from "../../../src/views/evaluation/test-annotations.ts";
import { allCategories, hostileTexts } from "../../laws/hostile/hostile-texts.ts";
import { findUnsafe, parseRunnerCommands } from "../../laws/hostile/oracle.ts";
import { caseOf, everyCase, hostileResult, resultWith } from "./test-result.ts";

describe("annotations", () => {
  it("are errors for cases that block and warnings for others that did not pass", () => {
    expect(`\n${testAnnotations(everyCase)}`).toMatchInlineSnapshot(`
      "
      ::error file=prompts/support.yaml,line=8,title=evaluation/Support/refund regressed::CONTAINS_ANY ["order number"]: The reply does not contain any of the texts.
      ::error file=prompts/support.yaml,line=8,title=evaluation/Support/new tone new%2C failed::The evaluation changed, and the request did not. CONTAINS_ANY ["order number"]: The reply does not contain any of the texts.
      ::warning file=prompts/support.yaml,line=8,title=evaluation/Support/hopeless still failing::CONTAINS_ANY ["order number"]: The reply does not contain any of the texts.
      ::warning file=prompts/support.yaml,line=8,title=evaluation/Support/greeting suspect::CONTAINS_ANY ["order number"]: The reply does not contain any of the texts.
      ::warning file=prompts/support.yaml,line=8,title=evaluation/Support/long not measured::The provider is overloaded.
      ::warning file=prompts/support.yaml,line=8,title=evaluation/Support/external not run::The prompt is external. Use --on service.
      ::warning file=prompts/support.yaml,line=8,title=evaluation/Support/tone unsteady::CONTAINS_ANY ["order number"]: The reply does not contain any of the texts.
      "
    `);
  });

  it("are errors for the changed tests that block", () => {
    const loosened = everyCase.loosened.map((each) => ({ ...each, blocks: true as const }));
    expect(`\n${testAnnotations(resultWith([], { loosened }))}`).toMatchInlineSnapshot(`
      "
      ::error file=prompts/support.yaml,line=30,title=evaluation/Support/tone::threshold 1 → 0.5 (looser)
      ::error title=evaluation/Support/old::removed (looser)
      ::error title=prompt/Tone judge::the judge of 2 checks changed
      "
    `);
    expect(testAnnotations(resultWith([], { loosened, exitCode: 0 }))).toBe("");
  });

  it("are at most ten of a level; a notice counts the others", () => {
    const failing = Array.from({ length: 13 }, (_item, index) =>
      caseOf(`case ${index}`, { verdict: "failed", blocks: true }),
    );
    const commands = parseRunnerCommands(testAnnotations(resultWith(failing)));
    expect(commands.map(({ name }) => name)).toEqual([...Array(10).fill("error"), "notice"]);
    expect(commands.at(-1)!.data).toBe("3 more cases: the report lists all.");
  });

  it("hostile texts cannot end a command or begin another", () => {
    for (const text of hostileTexts(...allCategories)) {
      const output = testAnnotations(hostileResult(text));
      const commands = parseRunnerCommands(output);
      expect(commands.map(({ name, properties }) => [name, Object.keys(properties)])).toEqual(
        ["error", "error", "warning", "warning", "warning"].map((name) => [
          name,
          ["file", "line", "title"],
        ]),
      );
      expect(findUnsafe(output.replace(/^::.*$/gm, ""))).toEqual([]);
    }
  });
});
