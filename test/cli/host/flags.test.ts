// The values of flags that several commands share.
import { Command, CommanderError } from "commander";
import { expect, it } from "vitest";
import { addApplyFlags, addPromptFlags } from "../../../src/cli/host/flags.ts";

/** The options of a command line, or the message that refuses it. */
function parsed(
  add: (command: Command) => Command,
  line: string,
): Record<string, unknown> | string {
  const command = add(new Command("it"))
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  try {
    return command.parse(line.split(" ").filter(Boolean), { from: "user" }).opts();
  } catch (error) {
    if (error instanceof CommanderError) return error.message;
    throw error;
  }
}

it.each<[sentence: string, line: string, options: Record<string, unknown>]>([
  [
    "a repeatable flag keeps each value in its order",
    "--target a --target b",
    { target: ["a", "b"] },
  ],
  ["--prune is true", "--prune", { prune: true }],
  ["--no-prune is false", "--no-prune", { prune: false }],
  ["history is read without a flag", "", { history: true }],
  ["--yes is the short form of --auto-approve", "--yes", { autoApprove: true }],
  ["a duration is in milliseconds", "--timeout 2m", { timeout: 120_000 }],
  ["0 retries are allowed", "--retries 0", { retries: 0 }],
])("apply: %s", (_sentence, line, options) => {
  expect(parsed(addApplyFlags, line)).toMatchObject(options);
});

it("apply: without a flag, promptctl.yaml decides whether to prune", () => {
  expect(parsed(addApplyFlags, "")).not.toHaveProperty("prune");
});

it.each<[sentence: string, line: string, message: string]>([
  ["an environment is used once", "--env a --env b", "The flag can be used once."],
  ["no request at a time is too few", "--concurrency 0", "Expected an integer from 1 to 9999."],
  ["100 retries are too many", "--retries 100", "Expected an integer from 0 to 99."],
  ["a part of a retry", "--retries 1.5", "Expected an integer from 0 to 99."],
  ["a duration without a unit", "--timeout 30", "Expected a duration such as 500ms, 30s or 2m."],
  ["a format of another command", "--format junit", "Allowed choices are"],
])("apply refuses: %s", (_sentence, line, message) => {
  expect(parsed(addApplyFlags, line)).toContain(message);
});

it("a command for one prompt reads it from the service unless --from says otherwise", () => {
  expect(parsed((command) => addPromptFlags(command), "greet")).toMatchObject({ from: "service" });
  expect(parsed((command) => addPromptFlags(command), "greet --from git")).toContain(
    "Allowed choices are service, files.",
  );
});
