// Inputs that the Action does not have are refused: a misspelled limit must not be no limit.
import { expect, it } from "vitest";
import { unknownInputs } from "../../../src/cli/action/unknown-inputs.ts";
import { pullRequest } from "../../github/events.ts";
import { createFixture } from "../../github/fixture.ts";

it.each([
  ["max-calls", "Set the flag --max-calls in the input arguments."],
  ["replies", "Set the flag --replies in the input arguments."],
  ["labels", 'Did you mean "alert-labels"?'],
  ["issue", "Expected one of: command, directory, "],
  ["drift-issue", "Expected one of: drift-report, fail-on-drift."],
  ["comment-details", 'Did you mean "comment-detail"?'],
  ["allow-unmerge", 'Did you mean "allow-unmerged"?'],
  ["excerpts", "Expected one of: command, directory, "],
])("%s", (name, suggestion) => {
  const [message, ...others] = unknownInputs({ [`INPUT_${name.toUpperCase()}`]: "" });
  expect(message).toContain(`The Action has no input "${name}". ${suggestion}`);
  expect(others).toEqual([]);
});

it("variables that are no inputs are ignored", () => {
  expect(unknownInputs({ INPUT_COMMAND: "plan", INPUTS: "x", MY_INPUT_X: "x" })).toEqual([]);
});

it("a step with an unknown input does nothing", async () => {
  await using fixture = await createFixture();
  const given = { "comment-details": "names" };
  const { code, commands } = await fixture.run("plan", pullRequest(), { with: given });
  expect([code, commands.at(-1)!.data]).toEqual([
    64,
    expect.stringContaining('The Action has no input "comment-details".'),
  ]);
  expect([fixture.service.calls, fixture.github.calls]).toEqual([[], []]);
});
