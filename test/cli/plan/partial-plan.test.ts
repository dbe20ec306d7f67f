// --target and --exclude: the selected changes, their dependencies, and refusals.
import { describe, expect, it } from "vitest";
import {
  callService,
  planHead,
  type ProjectFixture,
  createProjectFixture,
} from "../project-fixture.ts";

describe("--target and --exclude", () => {
  const changes = async (on: ProjectFixture, args: readonly string[]): Promise<string[]> => {
    const { out } = await on.run(["plan", "--json", ...args]);
    const { changes } = JSON.parse(out) as { changes: { address: string }[] };
    return changes.map((each) => each.address.replace("Support triage", "S"));
  };
  const evaluation = ["evaluation/S/refund", "assertion/S/refund/1", "assertion/S/refund/2"];

  it.each([
    ["a tool is itself", ["--target", "tool/send_mail"], ["tool/send_mail"]],
    [
      "a prompt is selected with its tools, but without its evaluations",
      ["--target", "prompt/Support*"],
      ["tool/lookup_order", "prompt/S"],
    ],
    [
      "an evaluation is selected with its assertions and with its prompt, if that does not exist yet",
      ["--target", "evaluation/*"],
      ["tool/lookup_order", "prompt/S", ...evaluation],
    ],
    [
      "a definition that no other one needs can be excluded",
      ["--exclude", "tool/send_mail", "--exclude", "prompt/Greeter"],
      ["tool/lookup_order", "prompt/S", ...evaluation],
    ],
  ])("%s", async (_, args, expected) => {
    await using on = await createProjectFixture();
    expect(await changes(on, args)).toEqual(expected);
  });

  it("apply --target writes the selected definitions only", async () => {
    await using on = await createProjectFixture();
    await on.run(["apply", "--auto-approve", "--target", "prompt/Support triage"]);
    expect(await on.service.names("tools")).toEqual(["lookup_order"]);
    expect(await on.service.names("prompts")).toEqual(["Support triage"]);
    expect(await on.service.count("evaluations")).toBe(0);
  });

  const refused = `Refused: prompt/Support triage needs tool/lookup_order, which is excluded and does not exist.
  Exclude it too (--exclude 'prompt/Support triage'), or do not exclude tool/lookup_order.
`;

  it("excluding a missing dependency is refused: plan prints the refusal, apply stops", async () => {
    await using on = await createProjectFixture();
    const args = ["--exclude", "tool/lookup_order"];
    const plan = await on.run(["plan", ...args]);
    expect([plan.code, plan.err]).toEqual([4, ""]);
    const summary = "Plan: 6 to create. Apply refuses this plan for 1 reason.";
    expect(plan.out).toContain(`\n\n${refused}\n${summary}\n`);
    const { code, err } = await on.run(["apply", "--auto-approve", ...args]);
    expect([code, err]).toEqual([
      4,
      `Refused: The plan cannot be applied for the reason shown above. Nothing was applied.
`,
    ]);
    expect(on.service.writes()).toEqual([]);
  });

  it("excluding a dependency that exists is allowed", async () => {
    await using on = await createProjectFixture();
    await on.run(["apply", "--auto-approve", "--target", "tool/lookup_order"]);
    const { code } = await on.run(["apply", "--auto-approve", "--exclude", "tool/lookup_order"]);
    expect([code, await on.service.count("evaluation-assertions")]).toEqual([0, 2]);
  });

  it("prune: true in promptctl.yaml is ignored with a note", async () => {
    await using on = await createProjectFixture({ "promptctl.yaml": "prune: true\n" });
    const { out } = await on.run(["plan", "--target", "tool/send_mail"]);
    expect(out).toBe(`${planHead("plan")}

   + tool/send_mail  description: "Send a mail."

Note: prune: true in promptctl.yaml is ignored with --target and --exclude.

Plan: 1 to create.
`);
  });

  it("prune: true deletes nothing with --exclude", async () => {
    await using on = await createProjectFixture({ "promptctl.yaml": "prune: true\n" });
    await callService(on, "POST", "tools", { name: "theirs", description: "", parameters: {} });
    const { out } = await on.run(["plan", "--exclude", "tool/send_mail"]);
    expect(out).toContain("\n\nUnmanaged: 1 tool (to list: --unmanaged)\n\n");
    expect(out).toContain("\n\nPlan: 6 to create.\n");
  });
});
