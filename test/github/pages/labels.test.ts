// The labels of a pull request say which alerts its plan has.
import { expect, it } from "vitest";
import { greeter } from "../../cli/project.ts";
import { alertCodes } from "../../../src/engine/model/alert.ts";
import { pullRequest, push } from "../events.ts";
import { createFixture } from "../fixture.ts";

const labels = { with: { "alert-labels": "true" } };
const otherModel = { "prompts/greeter.yaml": greeter.replace("gpt-test", "gpt-other") };

/** A pull request changes the model of a prompt; no commit has what the service holds. */
async function createChanged(): ReturnType<typeof createFixture> {
  const fixture = await createFixture();
  await fixture.run("apply", push, { with: { "reviewed-plan": "off" } });
  fixture.folder.write("checkout/prompts/greeter.yaml", otherModel["prompts/greeter.yaml"]);
  return fixture;
}

it("only the labels of the tool are added and removed, and created where they are missing", async () => {
  await using fixture = await createChanged();
  fixture.github.labels.set = ["bug", "prompts: delete", "prompts: mine"];
  const { code, outputs } = await fixture.run("plan", pullRequest(), labels);
  expect([code, outputs["alerts"]]).toEqual([0, "conflict,model"]);
  expect(fixture.github.labels).toEqual({
    set: ["bug", "prompts: mine", "prompts: conflict", "prompts: model"],
    known: ["prompts: conflict", "prompts: model"],
  });
  const before = fixture.github.writes().length;
  await fixture.run("plan", pullRequest(), labels);
  expect(fixture.github.writes().slice(before)).toEqual([
    expect.stringMatching(/^PATCH .*comments/),
  ]);
});

it("a label of the plan of another project stays", async () => {
  await using fixture = await createChanged();
  await fixture.run("plan", pullRequest(), { with: { ...labels.with, label: "shop" } });
  fixture.folder.write("checkout/prompts/greeter.yaml", greeter);
  await fixture.run("plan", pullRequest(), { with: { ...labels.with, label: "other" } });
  expect(fixture.github.labels.set).toEqual(["prompts: conflict", "prompts: model"]);
  await fixture.run("plan", pullRequest(), { with: { ...labels.with, label: "shop" } });
  expect(fixture.github.labels.set).toEqual([]);
});

it("labels that are not permitted are a notice and no failure", async () => {
  await using fixture = await createChanged();
  fixture.github.instead = ({ path, method }) =>
    path.includes("labels") && method !== "GET"
      ? { status: 403, body: { message: "Resource not accessible by integration" } }
      : undefined;
  const { code, commands } = await fixture.run("plan", pullRequest(), labels);
  expect(code).toBe(0);
  expect(commands.filter(({ name }) => name === "notice")).toEqual([
    expect.objectContaining({ data: expect.stringContaining("pull-requests: write") as string }),
  ]);
});

it("without the input, no label is read or set", async () => {
  await using fixture = await createChanged();
  await fixture.run("plan", pullRequest());
  expect(fixture.github.calls.filter(({ path }) => path.includes("labels"))).toEqual([]);
});

it("no code is part of another one, so that contains() of workflows finds whole codes", () => {
  const parts = alertCodes.filter((code) =>
    alertCodes.some((other) => other !== code && other.includes(code)),
  );
  expect(parts).toEqual([]);
});
