// --format: the forms of a plan, and how it goes with --json.
import { describe, expect, it } from "vitest";
import { createProjectFixture } from "./project-fixture.ts";

describe("plan --format", () => {
  it("text is what it prints anyway, json what --json prints", async () => {
    await using on = await createProjectFixture();
    const [said, text, json, short, both] = [
      await on.run(["plan"]),
      await on.run(["plan", "--format", "text"]),
      await on.run(["plan", "--format", "json"]),
      await on.run(["plan", "--json"]),
      await on.run(["plan", "--json", "--format=json"]),
    ];
    expect([text, json, both]).toEqual([said, short, short]);
    expect(JSON.parse(json.out)).toMatchObject({ format: "promptctl.plan/1" });
  });

  it("markdown is the plan for whoever posts it", async () => {
    await using on = await createProjectFixture();
    const { code, out, err } = await on.run(["plan", "--format", "markdown"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toBe(`\
### promptctl plan

**Plan: 7 to create.** This deploys 2 prompts.

7 definitions in \`prompts/\` · \`https://prompts.example.com\`

- create \`tool/lookup_order\`
- create \`tool/send_mail\`
- create \`prompt/Greeter\` · **deploys**
- create \`prompt/Support triage\` · **deploys**
- create \`evaluation/Support triage/refund\`
- create \`assertion/Support triage/refund/1\`
- create \`assertion/Support triage/refund/2\`
`);
  });

  it("is one of these", async () => {
    await using on = await createProjectFixture();
    const { code, err } = await on.run(["plan", "--format", "html"]);
    expect([code, err]).toEqual([64, expect.stringContaining("text, json, markdown")]);
  });

  it("is not another one than --json", async () => {
    await using on = await createProjectFixture();
    const { code, out } = await on.run(["plan", "--json", "--format", "markdown"]);
    expect([code, JSON.parse(out)]).toMatchObject([64, { error: { code: "two-formats" } }]);
  });

  it("of json tells failures in JSON as well", async () => {
    await using on = await createProjectFixture();
    for (const words of [["plan"], ["apply", "--auto-approve"]]) {
      const { code, out, err } = await on.run([...words, "--format", "json", "--target", "none"]);
      expect([code, err]).toEqual([64, ""]);
      expect(JSON.parse(out)).toMatchObject({ error: { code: "unmatched-pattern" } });
    }
  });
});

describe("apply --format", () => {
  it("json is what --json prints", async () => {
    await using on = await createProjectFixture();
    const { code, out } = await on.run(["apply", "--auto-approve", "--format", "json"]);
    const types = out
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect([code, types[0], types.at(-1)]).toEqual([0, "plan", "finished"]);
  });

  it("markdown is refused: it is the form of a plan", async () => {
    await using on = await createProjectFixture();
    const { code, err } = await on.run(["apply", "--auto-approve", "--format", "markdown"]);
    expect([code, on.service.calls]).toEqual([64, []]);
    expect(err).toBe(`\
Error: apply does not support --format markdown: use text or json.
  To preview the changes as Markdown: promptctl plan --format markdown
`);
  });
});
