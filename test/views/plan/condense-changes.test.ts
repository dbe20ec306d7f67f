// Equal edits once, children counted, and the order of a plan without --full.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import type { HeldVersion } from "../../../src/engine/model/held-version.ts";
import { nameOf } from "../../../src/engine/model/resource.ts";
import { kinds } from "../../../src/kinds.ts";
import { planText } from "../../../src/views/plan/plan-text.ts";
import { createScreen } from "../../../src/views/text/terminal-text.ts";
import {
  changedOnServiceVersion,
  heldCommit,
  reportedWrite,
} from "../../fixtures/held-versions.ts";
import { noHistory } from "../../fixtures/history.ts";
import { planOf, type RemoteResources } from "../../fixtures/in-memory.ts";
import { evaluationResponse, promptResponse, textMessage } from "../../fixtures/responses.ts";

const layout = {
  ...createScreen(false, 100),
  kinds,
  command: "plan" as const,
  folder: "prompts",
  unmanaged: false,
  elsewhere: "",
  includedFrom: () => ["prompts/tone.md"],
};

/** The plan as text, without its first line: alerts, changes, notes and totals. */
async function paragraphsOf(
  definitions: readonly JsonObject[],
  remote: RemoteResources,
  heldBy?: (name: string) => HeldVersion,
): Promise<string[]> {
  const texts = definitions.map((definition) => JSON.stringify(definition)).join("\n---\n");
  const plan = await planOf(texts, remote, { history: noHistory });
  const changes = plan.changes.map((change) =>
    heldBy ? { ...change, held: heldBy(nameOf(change.address)) } : change,
  );
  return planText({ ...plan, changes }, layout)
    .split("\n\n")
    .slice(1);
}

/** The changes of a plan without alerts. */
async function changesOf(...sources: Parameters<typeof paragraphsOf>): Promise<string> {
  return (await paragraphsOf(...sources))[0]!;
}

const promptNamed = (name: string, text: string, temperature = 1): JsonObject => ({
  kind: "prompt",
  name,
  parameters: { provider: "OPENAI", name: "gpt", temperature },
  messages: [{ role: "user", content: text }],
});
const remotePrompt = (name: string, text: string): JsonObject =>
  promptResponse(name, { name, messages: [textMessage(text)] });
const names = ["P 1", "P 2", "P 10"];

describe("an edit that three changes have", () => {
  const tone = (name: string, word: string): string => `About ${name}.\nBe ${word}.\n`;
  const prompts = names.map((name) => remotePrompt(name, tone(name, "brief")));

  it("is shown once, with the names in natural order", async () => {
    const edited = names.toReversed().map((name) => promptNamed(name, tone(name, "very brief")));
    expect(await changesOf(edited, { prompts })).toBe(`\
   ~ 3 prompts  deploy   messages[0]  "Be" → "Be very"  prompts/tone.md
        - Be brief.
        + Be {+very +}brief.
      P 1, P 2, P 10`);
  });

  it("is shown once also if other words are around it, with an example", async () => {
    const ask = (name: string, company: string): string =>
      `You answer for ${company} about ${name}.\nBe brief about ${name}.\n`;
    const edited = names.map((name) => promptNamed(name, ask(name, "Acme Ltd")));
    const others = names.map((name) => remotePrompt(name, ask(name, "Acme")));
    expect(await changesOf(edited, { prompts: others })).toBe(`\
   ~ 3 prompts  deploy   messages[0]  "for Acme" → "for Acme Ltd"  prompts/tone.md
        (the same edit in each, here in prompt/P 1)
        @@ 1 @@
        - You answer for Acme about P 1.
        + You answer for Acme {+Ltd +}about P 1.
          Be brief about P 1.
      P 1, P 2, P 10`);
  });

  it("of short texts is one item; of names it is not", async () => {
    const greet = (name: string, company: string): string => `${company} on ${name}`;
    const others = names.map((name) => remotePrompt(name, greet(name, "Acme")));
    const edited = names.map((name) => promptNamed(name, greet(name, "Acme Ltd")));
    expect(await changesOf(edited, { prompts: others })).toContain(
      '~ 3 prompts  deploy   messages[0]  "Acme" → "Acme Ltd"',
    );
    const named = names.map((name) => promptNamed(name, `bot-${name.slice(2)}-new`));
    const before = names.map((name) => remotePrompt(name, `bot-${name.slice(2)}-old`));
    const text = await changesOf(named, { prompts: before });
    expect(text.match(/^ {3}~ prompt\/P \d+/gm)).toHaveLength(3);
  });

  it("is not shown again for a change with edits of its own", async () => {
    const edited = names.map((name, index) =>
      promptNamed(name, tone(name, "very brief"), index / 4),
    );
    expect(await changesOf(edited, { prompts })).toMatch(
      /^ {3}~ prompt\/P 10 +deploys {3}parameters.temperature {2}1 → 0.5 {3}messages\[0\] as in the 3 prompts above$/m,
    );
  });

  describe("that was changed on the service", () => {
    const edited = names.map((name) => promptNamed(name, tone(name, "very brief")));
    const { newest } = changedOnServiceVersion;
    const drift = { ...changedOnServiceVersion, reported: reportedWrite };
    const of = (name: string, commit: string): HeldVersion =>
      name === "P 2" ? { ...drift, newest: { ...newest, at: { ...newest.at, commit } } } : drift;
    const textWith = async (heldBy: (name: string) => HeldVersion): Promise<string> =>
      (await paragraphsOf(edited, { prompts }, heldBy)).join("\n\n");
    const by = "by key release, from commit c4df49b of pull request 12";

    it.each<[string, (name: string) => HeldVersion, string]>([
      ["from one newest version", () => drift, "Differences from 3f2a91c, the newest version:"],
      [
        "from newest versions of different commits",
        (name) => of(name, "9".repeat(40)),
        "Differences from the newest version of each:",
      ],
    ])("%s is one item", async (_name, heldBy, differences) => {
      const text = await textWith(heldBy);
      expect(text.split("\n\n").find((each) => each.includes("3 prompts  deploy"))).toBe(`\
   ! 3 prompts  deploy   changed on the service   messages[0]  "Be" → "Be very"  prompts/tone.md
        - Be brief.
        + Be {+very +}brief.
      P 1, P 2, P 10
      Changed on the service ${by}. ${differences}
        parameters.temperature, tools`);
    });

    it.each<[string, HeldVersion]>([
      ["who changed it", { ...drift, reported: { ...reportedWrite, keyName: "ops" } }],
      [
        "how it differs from the newest version",
        { ...drift, newest: { ...newest, observed: { name: "Greet" } } },
      ],
      ["whether it was changed there", { type: "version", at: heldCommit, behind: 1 }],
    ])("is no group of changes that differ in %s", async (_name, held) => {
      const text = await textWith((name) => (name === "P 2" ? held : drift));
      expect(text.match(/^ {3}[!~] prompt\/P \d+/gm)).toHaveLength(3);
    });
  });

  it.each<[string, number, string]>([
    ["with the same text, its line numbers stay", 3, "@@ 1 @@"],
    ["that two changes have stays with them", 2, "prompt/P 2"],
  ])("%s", async (_sentence, count, expected) => {
    const some = names.slice(0, count);
    const text = await changesOf(
      some.map((name) => promptNamed(name, "Be very brief, and kind, and quick, and clear.\n")),
      {
        prompts: some.map((name) =>
          remotePrompt(name, "Be brief, and kind, and quick, and clear.\n"),
        ),
      },
    );
    expect(text).toContain(expected);
  });
});

it("a new prompt counts its evaluations and assertions; a new evaluation of an old one its assertions", async () => {
  const evaluations = [
    { name: "e", variables: { a: "b" }, assertions: [{ type: "COST", targetThreshold: 1 }] },
  ];
  const definitions = [
    { ...promptNamed("New", "Hi"), evaluations },
    { ...promptNamed("Old", "Hi"), evaluations },
  ];
  expect(await changesOf(definitions, { prompts: [remotePrompt("Old", "Hi")] })).toBe(`\
   + prompt/New        deploys · with 1 evaluation, 1 assertion   model: "gpt" · messages: 1
   + evaluation/Old/e  with 1 assertion   variables: a "b"`);
});

it("replaces with an equal edit are one item and one alert, with the reason below all changes", async () => {
  const evaluationsOf = (company: string): JsonObject[] =>
    names.map((name) => ({ name, variables: { company, name } }));
  const remote = {
    prompts: [remotePrompt("P", "Hi")],
    evaluations: evaluationsOf("Acme").map(({ name, variables }) =>
      evaluationResponse(`e ${String(name)}`, "P", { variables: variables!, weight: 0.5 }),
    ),
  };
  const definitions = [{ ...promptNamed("P", "Hi"), evaluations: evaluationsOf("Acme") }];
  expect(await paragraphsOf(definitions, remote)).toEqual([
    "  ! evaluation/P/P 1 changed its test: weight 0.5 → 1; the same in evaluation/P/P 2, evaluation/P/P 10",
    ` +/- 3 evaluations  replaced   weight  0.5 → 1
      P/P 1, P/P 2, P/P 10`,
    "The service cannot update evaluations: a replace creates a new one, then deletes the old one.",
    "Plan: 3 to replace, 1 unchanged.\n",
  ]);
});
