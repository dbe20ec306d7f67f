// plan and apply against a whole service: what they show, consent, exit codes.
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type HostOptions, serviceEnv } from "./fake-host.ts";
import { greeter } from "./project.ts";
import { callService, planHead, createProjectFixture } from "./project-fixture.ts";

const all = `   + tool/lookup_order      description: "Look up an order by its number."
   + tool/send_mail         description: "Send a mail."
   + prompt/Greeter         deploys   model: "gpt-test" · messages: 1
   + prompt/Support triage  deploys · with 1 evaluation, 2 assertions
      model: "claude-test" · tools: "lookup_order" · messages: 1`;

describe("plan", () => {
  it("prints the changes, sends GET requests only, and exits with 0", async () => {
    await using on = await createProjectFixture();
    const out = `${planHead("plan")}\n\n${all}\n\nPlan: 7 to create.\n`;
    expect(await on.run(["plan"])).toEqual({ code: 0, out, err: "", questions: [] });
    expect(on.service.calls.sort()).toEqual([
      "GET /sdk/v1/evaluation-assertions",
      "GET /sdk/v1/evaluations",
      "GET /sdk/v1/prompts",
      "GET /sdk/v1/tools",
    ]);
  });

  it("--detailed-exitcode exits with 2 if changes are pending, else with 0", async () => {
    await using on = await createProjectFixture();
    expect((await on.run(["plan", "--detailed-exitcode"])).code).toBe(2);
    expect((await on.run(["plan", "--detailed-exitcode", "--json"])).code).toBe(2);
    expect((await on.run(["apply", "--auto-approve"])).code).toBe(0);
    expect(await on.run(["plan", "--detailed-exitcode"])).toEqual({
      code: 0,
      out: `${planHead("plan")}\n\nNo changes. 7 definitions match https://prompts.example.com.\n`,
      err: "",
      questions: [],
    });
  });

  it.each<[string, Readonly<Record<string, string>>, readonly object[], string]>([
    [
      "an external tool is absent",
      { "prompts/gone.yaml": "kind: tool\nname: gone\nexternal: true\n" },
      [],
      'Refused: tool/gone is external, but the service has no tool named "gone".',
    ],
    [
      "a name is held twice",
      {},
      ["One.", "Two."].map((description) => ({ name: "send_mail", description, parameters: {} })),
      "Refused: ",
    ],
  ])("exits with 4 and says so if %s, with all flags", async (_why, files, held, refusal) => {
    await using on = await createProjectFixture(files);
    await on.run(["apply", "--auto-approve", "--exclude", "tool/*"]);
    for (const tool of held) await callService(on, "POST", "tools", tool);
    const { code, out } = await on.run(["plan"]);
    expect([code, out]).toEqual([4, expect.stringContaining(refusal)]);
    expect(out).toMatch(/ Apply refuses this plan for 1 reason\.\n$/);
    for (const flags of [["--detailed-exitcode"], ["--json"], ["--format", "markdown"]])
      expect((await on.run(["plan", ...flags])).code).toBe(4);
    expect((await on.run(["plan", "--out", "plan.json"])).code).toBe(4);
    expect((await on.run(["apply", "--auto-approve"])).code).toBe(4);
  });

  it.each([
    ["a locale with Unicode", { LC_ALL: "C.UTF-8" }, true],
    ["the locale C", { LC_ALL: "C" }, false],
  ])("in %s, plan and apply print its symbols", async (_locale, locale, hasUnicode) => {
    await using on = await createProjectFixture();
    const env = { ...serviceEnv, ...locale };
    const fails: typeof on.service.fetch = async (url, init) =>
      init.method === "POST" && url.endsWith("/prompts")
        ? Response.json({ error: "not now" }, { status: 400 })
        : on.service.fetch(url, init);
    const apply = ["apply", "--auto-approve"];
    const runs = [
      await on.run(["plan"], { env }),
      await on.run(apply, { env, fetch: fails }),
      await on.run(apply, { env }),
    ];
    for (const { out, err } of runs) {
      const text = out + err;
      expect([/\P{ASCII}/u.test(text), text.includes(" - https://")]).toEqual([
        hasUnicode,
        !hasUnicode,
      ]);
    }
    expect(runs[1]!.err).toContain(hasUnicode ? "  ✗ prompt/Greeter" : "  x  prompt/Greeter");
    expect(runs[2]!.err).toContain(hasUnicode ? "  ✓ prompt/Greeter" : "  ok prompt/Greeter");
  });

  it("--local plans against an empty store without creating one", async () => {
    await using on = await createProjectFixture();
    const { code, out } = await on.run(["plan", "--local"], { env: {} });
    expect([code, out]).toEqual([
      0,
      `promptctl plan · 7 definitions in prompts/ · local\n\n${all}\n\nPlan: 7 to create.\n`,
    ]);
    expect([existsSync(on.folder.at(".promptctl")), on.service.calls]).toEqual([false, []]);
  });

  it("--trace logs each request without the API key", async () => {
    await using on = await createProjectFixture();
    await on.run(["plan", "--trace", on.folder.at("trace.log")]);
    const text = on.folder.read("trace.log");
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(lines).toHaveLength(4);
    const milliseconds = expect.any(Number);
    expect(lines).toContainEqual({
      method: "GET",
      path: "/sdk/v1/tools",
      status: 200,
      milliseconds,
    });
    expect(text).not.toContain(serviceEnv["PROMPTCTL_API_KEY"]);
  });
});

describe("apply asks for confirmation", () => {
  const question =
    "\nApply these 7 changes to https://prompts.example.com? This deploys 2 prompts. (y/N) ";
  const shown = `${planHead("apply")}\n\n${all}\n\nPlan: 7 to create.\n`;
  const nonInteractive = `Refused: No interactive terminal: use --auto-approve. Nothing was applied.
  To review the changes first: promptctl plan
`;

  it.each([
    ["without a terminal", {}, nonInteractive, []],
    ["in CI", { answer: true, env: { ...serviceEnv, CI: "true" } }, nonInteractive, []],
    ["the answer is no", { answer: false }, "Cancelled. Nothing was applied.\n", [question]],
  ] satisfies [string, Partial<HostOptions>, string, string[]][])(
    "%s: nothing is written",
    async (...row) => {
      const [, more, err, questions] = row;
      await using on = await createProjectFixture();
      expect(await on.run(["apply"], more)).toEqual({ code: 4, out: shown, err, questions });
      expect(on.service.writes()).toEqual([]);
    },
  );

  it("a confirmed plan is applied, and the next plan is empty", async () => {
    await using on = await createProjectFixture();
    const { code, out, err, questions } = await on.run(["apply"], { answer: true });
    expect([code, questions]).toEqual([0, [question]]);
    expect(out).toBe(`${shown}\nApplied. 7 requests to https://prompts.example.com succeeded.\n`);
    expect(err.replace(/[0-9a-f]{6}…[0-9a-f]{5}/g, "id")).toContain(
      "  ✓ tool/lookup_order                             created  id 0 ms\n",
    );
    expect(await on.service.names("tools")).toEqual(["lookup_order", "send_mail"]);
    expect(await on.service.names("prompts")).toEqual(["Greeter", "Support triage"]);
    expect(await on.service.count("evaluation-assertions")).toBe(2);
    expect((await on.run(["plan"])).out).toContain("No changes.");
  });

  it("--yes is short for --auto-approve", async () => {
    await using on = await createProjectFixture();
    const { code, questions } = await on.run(["apply", "--yes"], { answer: false });
    expect([code, questions]).toEqual([0, []]);
    expect((await on.run(["pull", "--yes"])).code).toBe(0);
  });

  it("a change made during the confirmation stops apply", async () => {
    await using on = await createProjectFixture();
    const answer = async (): Promise<boolean> => {
      writeFileSync(on.folder.at("prompts/greeter.yaml"), greeter.replace("Hello", "Bye"));
      return true;
    };
    const { code, err } = await on.run(["apply"], { answer });
    expect([code, err]).toEqual([
      4,
      `
Changes that were not confirmed:

Refused: The definitions or the service changed while waiting for confirmation. The changes shown above were not confirmed. Nothing was applied.
  Run the same command again to review the new plan.
`,
    ]);
    expect(on.service.writes()).toEqual([]);
  });

  it("a setting changed during the confirmation stops apply", async () => {
    await using on = await createProjectFixture();
    const answer = async (): Promise<boolean> => {
      appendFileSync(on.folder.at("promptctl.yaml"), "conflicts: refuse\n");
      return true;
    };
    const { code, err } = await on.run(["apply"], { answer });
    expect([code, err]).toEqual([
      4,
      `Refused: promptctl.yaml changed while waiting for confirmation. Nothing was applied.
  Run the same command again to review the new plan.
`,
    ]);
    expect(on.service.writes()).toEqual([]);
  });

  it("apply says that another one made the changes during the confirmation", async () => {
    await using on = await createProjectFixture();
    const answer = async (): Promise<boolean> => {
      await on.run(["apply", "--auto-approve"]);
      return true;
    };
    const { code, err } = await on.run(["apply"], { answer });
    expect([code, err]).toEqual([
      0,
      "No changes are left: the definitions or the service changed while waiting for confirmation. Nothing was applied.\n",
    ]);
  });

  it("--local writes to .promptctl only, which git ignores", async () => {
    await using on = await createProjectFixture();
    const { code, out } = await on.run(["apply", "--local", "--auto-approve"], { env: {} });
    expect([code, out.split("\n").at(-2)]).toEqual([
      0,
      "Applied. 7 requests to the embedded service succeeded.",
    ]);
    expect(on.folder.read(".promptctl/.gitignore")).toBe("*\n");
    const plan = await on.run(["plan", "--local", "--detailed-exitcode"], { env: {} });
    expect([plan.code, on.service.calls]).toEqual([0, []]);
  });
});
