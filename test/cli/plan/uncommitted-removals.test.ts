// A plan names the definitions that HEAD has and the files do not, and what their deletion needs.
import { readFileSync, rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { planDigest } from "../../../src/engine/review/plan-document.ts";
import type { Plan } from "../../../src/generated/types.ts";
import { callService } from "../project-fixture.ts";
import { createRepositoryFixture, type RepositoryFixture } from "../repository-fixture.ts";

const prompt = (name: string, more = ""): string =>
  `kind: prompt\nname: ${name}\n${more}parameters: { provider: OPENAI, name: gpt-test }\nmessages: [{ role: user, content: Hi }]\n`;
const evaluation = (name: string): string =>
  `  - { name: ${name}, variables: { v: ${name} }, assertions: [{ type: LATENCY, targetThreshold: 5000 }] }\n`;
const refund = `${prompt("Refund")}evaluations:\n${evaluation("slow")}`;

/** Two applied prompts, one with evaluations, and a tool that was made by hand. */
async function story(configuration = "definitions: prompts\n"): Promise<RepositoryFixture> {
  const fixture = await createRepositoryFixture({
    "promptctl.yaml": configuration,
    "prompts/tips.yaml": prompt("Tips", "key: tips\n"),
    "prompts/refund.yaml": `${refund}${evaluation("fast")}`,
  });
  expect((await fixture.run(["apply", "--yes"])).code).toBe(0);
  const tool = { name: "by_hand", description: "Hand.", parameters: {} };
  await callService(fixture, "POST", "tools", tool);
  return fixture;
}

const remove = (fixture: RepositoryFixture): void =>
  rmSync(`${fixture.repository.path}/prompts/tips.yaml`);
const sentence =
  "Not defined any more: prompt/tips (commit its removal, then --prune deletes it)\n";

describe("a definition that was removed and not committed", () => {
  it.each([[["plan"]], [["plan", "--prune"]]])("is named by %j", async (args) => {
    await using fixture = await story();
    remove(fixture);
    const { code, out } = await fixture.run(args);
    expect(code).toBe(0);
    expect(out).toContain(
      `No changes. 5 definitions match https://prompts.example.com.\n${sentence}`,
    );
  });

  it("is named in Markdown and JSON, and does not change the digest of a saved plan", async () => {
    await using fixture = await story();
    remove(fixture);
    expect((await fixture.run(["plan", "--format", "markdown"])).out).toContain(
      "**Not defined any more:** `prompt/tips` (commit its removal, then --prune deletes it)\n",
    );
    const { removed, history } = JSON.parse((await fixture.run(["plan", "--json"])).out) as Plan;
    const named = [{ address: "prompt/tips" }];
    expect([removed, history]).toEqual([named, undefined]);
    await fixture.run(["plan", "--out", "plan.json"]);
    const text = readFileSync(`${fixture.repository.path}/plan.json`, "utf8");
    const { digest, removed: saved, ...others } = JSON.parse(text) as Plan;
    expect([digest, saved]).toEqual([planDigest(others), named]);
  });

  it("is named by apply before the question, beside other changes", async () => {
    await using fixture = await story();
    remove(fixture);
    fixture.repository.write("prompts/refund.yaml", refund.replace("Hi", "Hello"));
    const { out, questions } = await fixture.run(["apply"], { answer: false });
    expect(questions).toHaveLength(1);
    expect(out).toContain(
      "Not defined any more: evaluation/Refund/fast, prompt/tips (commit their removal, then --prune deletes them)\n",
    );
  });

  it("is deleted by --prune after its removal is committed", async () => {
    await using fixture = await story();
    remove(fixture);
    fixture.repository.commit({});
    const { out } = await fixture.run(["plan", "--prune"]);
    expect(out).not.toContain("Not defined any more");
    expect(out).toContain("Plan: 1 to delete");
  });
});

describe("what prune leaves after the commit is named with the reason", () => {
  it.each<[string, (fixture: RepositoryFixture) => Promise<unknown> | void, string]>([
    [
      "another project defines it",
      ({ repository }) =>
        void repository.commit({
          "billing/promptctl.yaml": "definitions: prompts\n",
          "billing/prompts/tips.yaml": prompt("Tips"),
        }),
      "prompt/tips (stays: the project billing defines it)",
    ],
    [
      "it has a content that no commit has",
      ({ repository, run }) => {
        repository.write("prompts/tips.yaml", prompt("Tips", "key: tips\n").replace("Hi", "Ho"));
        return run(["apply", "--yes"]);
      },
      "prompt/tips (stays: changed on the service: no commit in the history of HEAD defines it like this)",
    ],
    [
      "but not for an older version of it",
      ({ repository }) =>
        void repository.commit({
          "prompts/tips.yaml": prompt("Tips", "key: tips\n").replace("Hi", "Ho"),
        }),
      "prompt/tips (commit its removal, then --prune deletes it)",
    ],
  ])("%s", async (_sentence, change, expected) => {
    await using fixture = await story();
    await change(fixture);
    remove(fixture);
    for (const command of [["plan"], ["plan", "--prune"]])
      expect((await fixture.run(command)).out).toContain(`Not defined any more: ${expected}\n`);
  });

  it("the files say nothing about evaluations any more", async () => {
    await using fixture = await story();
    fixture.repository.commit({ "prompts/more.yaml": refund.replace("Refund", "More") });
    fixture.repository.write("prompts/refund.yaml", prompt("Refund"));
    for (const command of [["plan"], ["plan", "--prune"]])
      expect((await fixture.run(command)).out).toContain(
        "Not defined any more: evaluation/Refund/fast, evaluation/Refund/slow (stays: the files say nothing about the evaluations of its prompt; with evaluations: [] there, --prune deletes them)\n",
      );
  });
});

it("a definition that a note says was renamed is not named", async () => {
  const text = "messages: [{ role: user, content: Answer the tickets of our customers. }]";
  const tickets = (name: string): string => prompt(name).replace(/messages: .*/, text);
  await using fixture = await createRepositoryFixture({
    "promptctl.yaml": "definitions: prompts\n",
    "prompts/tickets.yaml": tickets("Tickets"),
    "prompts/tips.yaml": prompt("Tips", "key: tips\n"),
  });
  await fixture.run(["apply", "--yes"]);
  fixture.repository.write("prompts/tickets.yaml", tickets("Support"));
  remove(fixture);
  const { out } = await fixture.run(["plan"]);
  expect(out).toContain('renamedFrom: ["Tickets"]');
  expect(out).toContain(sentence);
});

describe("nothing is named", () => {
  it.each<[string, (fixture: RepositoryFixture) => readonly string[], string?]>([
    ["for a resource that HEAD does not define", () => ["plan"]],
    ["with --no-history", (fixture) => (remove(fixture), ["plan", "--no-history"])],
    [
      "with --ref: the files do not count",
      (fixture) => {
        fixture.repository.commit({ "prompts/new.yaml": prompt("New") });
        return ["plan", "--ref", "HEAD~1"];
      },
    ],
    [
      "outside of the scope",
      (fixture) => (remove(fixture), ["plan"]),
      "definitions: prompts\nscope: [prompt/R*]\n",
    ],
    [
      "under keep",
      (fixture) => (remove(fixture), ["plan"]),
      "definitions: prompts\nkeep: [prompt/Tips]\n",
    ],
    [
      "for an external definition",
      (fixture) => {
        const external = "kind: prompt\nname: Tips\nexternal: true\n";
        fixture.repository.commit({ "prompts/tips.yaml": external });
        remove(fixture);
        return ["plan"];
      },
    ],
  ])("%s", async (_name, change, configuration) => {
    await using fixture = await story(configuration);
    const { out } = await fixture.run(change(fixture));
    expect(out).toContain("promptctl plan");
    expect(out).not.toContain("Not defined any more");
  });
});
