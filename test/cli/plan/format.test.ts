// --format: the output formats of a plan, and the combination with --json.
import { describe, expect, it } from "vitest";
import { createProjectFixture } from "../project-fixture.ts";

describe("plan --format", () => {
  it("text is the default, json equals --json", async () => {
    await using on = await createProjectFixture();
    const [byDefault, text, json, short, both] = [
      await on.run(["plan"]),
      await on.run(["plan", "--format", "text"]),
      await on.run(["plan", "--format", "json"]),
      await on.run(["plan", "--json"]),
      await on.run(["plan", "--json", "--format=json"]),
    ];
    expect([text, json, both]).toEqual([byDefault, short, short]);
    expect(JSON.parse(json.out)).toMatchObject({ format: "promptctl.plan/1" });
  });

  it("rejects another format together with --json", async () => {
    await using on = await createProjectFixture();
    const { code, out } = await on.run(["plan", "--json", "--format", "markdown"]);
    const message = "--json and --format markdown cannot be used together.";
    expect([code, JSON.parse(out)]).toMatchObject([
      64,
      { error: { code: "two-formats", message } },
    ]);
  });
});

describe("apply --format", () => {
  it("json equals --json", async () => {
    await using on = await createProjectFixture();
    const { code, out } = await on.run(["apply", "--auto-approve", "--format", "json"]);
    const types = out
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect([code, types[0], types.at(-1)]).toEqual([0, "plan", "finished"]);
  });

  it("markdown is neither offered nor accepted", async () => {
    await using on = await createProjectFixture();
    expect((await on.run(["apply", "--help"])).out).not.toContain("markdown");
    const { code, err } = await on.run(["apply", "--auto-approve", "--format", "markdown"]);
    expect([code, on.service.calls]).toEqual([64, []]);
    expect(err).toContain("argument 'markdown' is invalid. Allowed choices are text, json.");
  });
});
