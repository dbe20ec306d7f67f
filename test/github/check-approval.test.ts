// The input permission binds apply to what was approved: the output of the plan job before it.
import { describe, expect, it } from "vitest";
import { approvalOutput, checkApprovable } from "../../src/github/check-approval.ts";
import type { ActionPlan } from "../../src/github/commands.ts";
import type { RunResult } from "../../src/github/run-result.ts";
import type { Session } from "../../src/github/session.ts";
import { greeter, project, triage } from "../cli/project.ts";
import { commitAfter } from "../io/repository.ts";
import { dispatch, pullRequest, push } from "./events.ts";
import { type ActionFixture, createFixture, type RunOptions } from "./fixture.ts";
import type { StepResult } from "./run-step.ts";

/** The service has all files but the texts of two prompts, which a commit has changed. */
async function createPlanned(inputs: RunOptions["with"] = {}): Promise<{
  readonly fixture: ActionFixture;
  readonly permission: string;
}> {
  const fixture = await createFixture();
  await fixture.run("apply", dispatch);
  fixture.folder.write("checkout/prompts/greeter.yaml", greeter.replace("Hello", "Hi"));
  const changed = triage.replace("I want my money back", "Refund me");
  fixture.folder.write("checkout/prompts/triage.yaml", changed);
  const { code, outputs } = await fixture.run("plan", push, { with: { ...inputs } });
  expect(code).toBe(0);
  return { fixture, permission: outputs["permission"]! };
}

const apply = (
  fixture: ActionFixture,
  permission: string,
  inputs: RunOptions["with"] = {},
): Promise<StepResult> => fixture.run("apply", push, { with: { permission, ...inputs } });

const errorOf = ({ commands }: StepResult): string | undefined =>
  commands.find(({ name }) => name === "error")?.data;

const planAgain =
  "To plan and approve again, start all jobs of this run again (Re-run all jobs), or the workflow for the newest commit.";

const addPrompt = ({ folder }: ActionFixture): void =>
  folder.write(
    "checkout/prompts/new.yaml",
    greeter.replace("Greeter", "New").replace("Hello", "Goodbye"),
  );

describe("apply with the permission of a plan", () => {
  it.each<[string, (fixture: ActionFixture) => Promise<unknown> | void]>([
    ["applies the plan", () => {}],
    [
      "applies a plan that holds less, because a part was applied since",
      (fixture) =>
        fixture.run("apply", dispatch, { with: { target: "prompt/Greeter", comment: "never" } }),
    ],
    [
      "applies nothing if everything was applied since",
      (fixture) => fixture.run("apply", dispatch),
    ],
    [
      "applies the rest after a request failed",
      async (fixture) => {
        fixture.refuse = ({ method }) => method === "PUT";
        await fixture.run("apply", dispatch);
        fixture.refuse = () => false;
      },
    ],
  ])("%s", async (_what, change) => {
    const { fixture, permission } = await createPlanned();
    await using _ = fixture;
    await change(fixture);
    expect((await apply(fixture, permission)).code).toBe(0);
    expect((await fixture.run("plan", push)).outputs["has-changes"]).toBe("false");
  });

  it("applies what remains of a replace, which is a delete with an alert", async () => {
    const settings = "definitions: prompts\nprune: true\nscope: ['prompt/Support triage']\n";
    await using fixture = await createFixture({ "promptctl.yaml": settings });
    await fixture.run("apply", dispatch);
    const changed = triage.replace("I want my money back", "Refund me");
    fixture.folder.write("checkout/prompts/triage.yaml", changed);
    commitAfter(project, fixture.folder.at("checkout"));
    const { outputs } = await fixture.run("plan", push);
    expect(outputs).toMatchObject({ alerts: "tests" });
    fixture.refuse = ({ method }) => method === "DELETE";
    expect((await apply(fixture, outputs["permission"]!)).code).toBe(1);
    fixture.refuse = () => false;
    expect((await fixture.run("plan", push)).outputs["alerts"]).toBe("delete");
    expect((await apply(fixture, outputs["permission"]!)).code).toBe(0);
  });

  it.each<[string, (fixture: ActionFixture) => Promise<unknown> | void, readonly string[]]>([
    [
      "another text",
      ({ folder }) =>
        folder.write("checkout/prompts/greeter.yaml", greeter.replace("Hello", "Hey")),
      ["1 change.", "  update prompt/Greeter"],
    ],
    ["another change", addPrompt, ["1 change.", "  create prompt/New"]],
    [
      "an edit on the service since",
      async ({ service }) => {
        const [{ id, name }] = (await service.send("GET", "tools")) as [
          { id: string; name: string },
        ];
        await service.send("PUT", `tools/${id}`, { name, description: "Other.", parameters: {} });
      },
      [
        "1 change and 1 alert.",
        "  update tool/lookup_order",
        "  alert history-unknown: tool/lookup_order",
      ],
    ],
  ])("refuses a plan with %s, and names the difference", async (_what, change, lines) => {
    const { fixture, permission } = await createPlanned();
    await using _ = fixture;
    await change(fixture);
    const before = fixture.service.writes().length;
    const ran = await apply(fixture, permission);
    expect([ran.code, fixture.service.writes().length]).toEqual([4, before]);
    const [head, ...rest] = lines;
    const all = [`Not applied: the plan holds more than was approved: ${head}`, ...rest, planAgain];
    expect(errorOf(ran)).toBe(all.join("\n"));
  });

  it("refuses a plan of another service, and one of another environment", async () => {
    const { fixture } = await createPlanned();
    await using _ = fixture;
    await using other = await createFixture();
    const { outputs } = await other.run("plan", push);
    expect((await apply(fixture, outputs["permission"]!)).code).toBe(4);
  });

  it("with comment-detail: names, permits the whole plan only and has no key of a single change", async () => {
    const names = { "comment-detail": "names" };
    const { fixture, permission } = await createPlanned(names);
    await using _ = fixture;
    const { outputs } = await fixture.run("plan", push);
    const single = new Set(outputs["permission"]!.slice(3).split(","));
    expect(
      permission
        .slice(3)
        .split(",")
        .filter((key) => single.has(key)),
    ).toHaveLength(1); // the alert
    addPrompt(fixture);
    expect((await apply(fixture, permission, names)).code).toBe(4);
    fixture.folder.write("checkout/prompts/new.yaml", "");
    expect((await apply(fixture, permission, names)).code).toBe(0);
  });
});

describe("a permission that does not say what was approved is refused before anything is read", () => {
  const empty = "it is empty: the plan job was skipped or failed";
  const damaged = "it is not the output permission of a plan job: it was cut or changed";
  it.each<[string, (permission: string) => string, string]>([
    ["empty", () => "", empty],
    ["blank", () => " \n", empty],
    ["without its version", (permission) => permission.slice(3), damaged],
    ["of another version", (permission) => permission.replace("v1", "v2"), "another version"],
    ["cut within a key", (permission) => permission.slice(0, -3), damaged],
    ["cut after a comma", (permission) => permission.replace(/[^,]+$/, ""), damaged],
    ["on two lines", (permission) => permission.replace(",", "\n"), damaged],
    ["with a wildcard", () => "v1:*", damaged],
    ["true", () => "true", damaged],
    [
      "as an expression that was not evaluated",
      () => "${{ needs.plan.outputs.permission }}",
      damaged,
    ],
    ["with a command of the runner", () => "v1:\n::stop-commands::x", damaged],
  ])("%s", async (_what, change, reason) => {
    const { fixture, permission } = await createPlanned();
    await using _ = fixture;
    const before = fixture.service.calls.length;
    const ran = await apply(fixture, change(permission));
    expect([ran.code, fixture.service.calls.length]).toEqual([4, before]);
    expect(errorOf(ran)).toContain(
      "Not applied: the input permission does not say what was approved",
    );
    expect(errorOf(ran)).toContain(reason);
    expect(errorOf(ran)).toContain(planAgain);
  });

  it.each<[string, (permission: string) => string]>([
    ["cut after a key", (permission) => permission.replace(/,[^,]+$/, "")],
    ["without its keys", () => "v1:"],
    ["with an edited key", (permission) => permission.replace(/[^,]{11}$/, "A".repeat(11))],
  ])("%s, it permits less", async (_what, change) => {
    const { fixture, permission } = await createPlanned();
    await using _ = fixture;
    const ran = await apply(fixture, change(permission));
    expect([ran.code, errorOf(ran)]).toEqual([
      4,
      expect.stringContaining("more than was approved"),
    ]);
  });
});

describe("the output permission", () => {
  it("is a list of keys, also of a plan without changes, and empty without a plan", async () => {
    const { fixture, permission } = await createPlanned();
    await using _ = fixture;
    expect(permission).toMatch(/^v1:[\w-]{11}(,[\w-]{11})+$/);
    const applied = await apply(fixture, permission);
    expect(applied.outputs["permission"]).toBe("");
    expect((await fixture.run("plan", push)).outputs["permission"]).toBe("v1:");
    expect((await fixture.run("validate", push)).outputs["permission"]).toBe("");
    expect((await fixture.run("plan", pullRequest())).outputs["permission"]).toMatch(/^v1:/);
  });

  it("does not exist for more than 10,000 changes, which fails the plan job but not that of a proposed commit", () => {
    const atoms = Array.from({ length: 10_001 }, (_atom, index) => ({ key: `key ${index}` }));
    const plan = { baseUrl: "https://prompts.example.com", changes: [] };
    const planned = { plan, atoms, heldBackAtoms: [] } as object as ActionPlan;
    const session = (command: string, isQueued: boolean): Session => {
      const inputs = { command, commentDetail: "full" };
      return { inputs, event: { type: "commit", isQueued }, planned } as object as Session;
    };
    const check = (command: string, isQueued: boolean) => (): void =>
      checkApprovable(session(command, isQueued), planned);
    expect(check("plan", false)).toThrow("The plan has more than 10000 changes and alerts");
    expect(check("plan", true)).not.toThrow();
    expect(check("apply", false)).not.toThrow();
    expect(approvalOutput(session("plan", true), { type: "planned" } as RunResult)).toBe("v1:");
  });

  it("is an input of apply only", async () => {
    await using fixture = await createFixture();
    const ran = await fixture.run("plan", push, { with: { permission: "v1:" } });
    expect([ran.code, errorOf(ran)]).toEqual([
      64,
      expect.stringContaining("The input permission is set: expected command: apply."),
    ]);
  });
});
