// Unknown commands and flags: the hint names what to use in this program.
import { describe, expect, it } from "vitest";
import { runCli } from "./fake-host.ts";

async function hintOf(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await runCli(args, { cwd: "/" });
  expect([code, out]).toEqual([64, ""]);
  const [first, hint, ...help] = err.trimEnd().split("\n");
  expect(first).toMatch(/^Error: Unknown (command|option) '/);
  expect(help).toHaveLength(1);
  expect(help[0]).toMatch(/^ {2}To see the (commands|options): promptctl .*--help$/);
  return hint!.trim();
}

describe("an unknown command", () => {
  it.each([
    ["plian", "Did you mean plan?"],
    ["export", "Did you mean render --from files?"],
    ["ids", "Did you mean codegen --out FILE.json --ids?"],
    ["version", "Did you mean --version?"],
    ["push", "To send the definitions to the service: promptctl apply"],
    ["refresh", "To see what apply would change: promptctl plan"],
    ["rollback", "To go back: promptctl apply --ref COMMIT, then revert the commits in git"],
    ["history", "To see the versions of a definition: promptctl log ADDRESS"],
    ["destroy", "To delete resources: remove their definitions, then run promptctl apply --prune"],
    ["login", "There is no login. Set the environment variable PROMPTCTL_API_KEY."],
    ["format", "To format the definitions: promptctl fmt"],
  ])("%s", async (name, hint) => {
    expect(await hintOf(name)).toBe(hint);
    expect(await hintOf("help", name)).toBe(hint);
  });

  it("a name of Object's prototype is no hint", async () => {
    expect((await runCli(["constructor"], { cwd: "/" })).err).toBe(
      "Error: Unknown command 'constructor'.\n  To see the commands: promptctl --help\n",
    );
  });
});

describe("an unknown flag", () => {
  it.each([
    [["apply", "--dry-run"], "To see the changes without making them: promptctl plan"],
    [["plan", "--dry-run"], "plan never changes the service. Omit --dry-run."],
    [["plan", "--yes"], "--yes is a flag of init, apply or pull."],
    [["apply", "-y"], "Use --auto-approve."],
    [["plan", "--concurrency=3"], "--concurrency is a flag of apply or test."],
    [["validate", "--json"], "Use --format json."],
    [["plan", "-target=tool/x"], "Long flags begin with two dashes: --target"],
    [["plan", "--prune=x"], "--prune takes no value."],
    [["--local", "plan"], "Write flags after the command: promptctl COMMAND --local"],
    [
      ["plan", "--api-key", "x"],
      "The API key is only read from the environment variable PROMPTCTL_API_KEY.",
    ],
    [
      ["serve", "--key", "x"],
      "API keys are only read from the environment variable PROMPTCTL_SERVE_KEYS.",
    ],
    [["plan", "--output", "x"], "--format selects the output format, --out FILE saves the plan."],
    [["plan", "--verbose"], "To log every request: --trace FILE"],
  ])("%j", async (args, hint) => {
    expect(await hintOf(...args)).toBe(hint);
  });
});

describe("a wrong choice", () => {
  it.each([
    [
      ["import", "opnai", "x"],
      "<format> cannot be 'opnai'. Allowed choices are cases, openai, openai-chat, anthropic, promptfoo, github, langfuse, text, tools.",
      'Did you mean "openai"?',
    ],
    [
      ["test", "--on", "ecco"],
      "Option '--on <route>' argument 'ecco' is invalid. Allowed choices are provider, service, echo, command.",
      'Did you mean "echo"?',
    ],
  ])("%j", async (args, message, hint) => {
    const { code, err } = await runCli(args, { cwd: "/" });
    expect([code, ...err.trimEnd().split("\n  ").slice(0, 2)]).toEqual([
      64,
      `Error: ${message}`,
      hint,
    ]);
  });
});
