// Hostile texts in all reports of the Action: log, comment, job summary and issue.
import { describe, expect, it } from "vitest";
import { findUnsafe, withoutColors } from "../laws/hostile/oracle.ts";
import { prompt, tool, toYaml } from "../laws/hostile/fixture.ts";
import { defaultAndSyntax, hostileTexts, unstorableTexts } from "../laws/hostile/hostile-texts.ts";
import { project } from "../cli/project.ts";
import { readPage, sentinel } from "../views/inert.ts";
import { closedByMerge, dispatch, pullRequest } from "./events.ts";
import { metadata, token } from "./run-step.ts";
import { type ActionFixture, createFixture, key } from "./fixture.ts";
import { createTestsFixture, scriptedReplies } from "./tests-fixture.ts";

const allowedLinks = ["https://github.com/acme/shop/actions/runs/4711"];
const texts = hostileTexts(...defaultAndSyntax).map((text) => `${sentinel}${text}${sentinel}`);

const documents = (side: string): string =>
  texts
    .flatMap((text, index) => [
      tool(text, index, { parameters: { [text]: `${side}${text}` } }),
      prompt(`${text}${index}`, {
        messages: [{ role: "user", content: `${side}\n${text}\n${side}` }],
      }),
    ])
    .map(toYaml)
    .join("\n---\n");

function expectNoFlaws(
  fixture: ActionFixture,
  ran: Awaited<ReturnType<ActionFixture["run"]>>,
  otherKeys: readonly string[] = [],
): void {
  expect(
    findUnsafe(withoutColors(ran.log).replace(/^::.*$/gm, ""), { allowsOwnLines: true }),
  ).toEqual([]);
  const pages = [...fixture.github.comments, ...fixture.github.issues].map(({ body }) => body);
  for (const page of [ran.summary, ...pages.map((body) => body.slice(body.indexOf("\n")))])
    expect(readPage(page, allowedLinks).flaws).toEqual([]);
  for (const { name, properties, data } of ran.commands)
    if (name === "add-mask") expect([key, token, ...otherKeys]).toContain(data);
    else
      expect([name, properties]).toEqual([
        expect.stringMatching(/^(error|warning|notice)$/),
        expect.objectContaining({
          title: expect.stringMatching(/^(?:[a-z-]+$|promptctl test$|evaluation\/)/),
        }),
      ]);
  expect(Object.keys(ran.outputs)).toEqual(Object.keys(metadata.outputs));
}

describe("hostile text has no effect in any report", () => {
  it("in definitions", async () => {
    await using fixture = await createFixture({ "prompts/x.yaml": documents("a") });
    expectNoFlaws(fixture, await fixture.run("apply", closedByMerge));
    fixture.folder.write("checkout/prompts/x.yaml", documents("b"));
    expectNoFlaws(fixture, await fixture.run("plan", pullRequest()));
    expectNoFlaws(fixture, await fixture.run("plan", pullRequest(), { step: { built: true } }));
    expectNoFlaws(fixture, await fixture.run("drift", dispatch));
    fixture.refuse = ({ method }) => method === "PUT";
    expectNoFlaws(fixture, await fixture.run("apply", closedByMerge));
    fixture.refuse = () => false;
    fixture.folder.write("checkout/prompts/x.yaml", "");
    expectNoFlaws(fixture, await fixture.run("plan", pullRequest(), { with: { prune: "true" } }));
    expect([fixture.github.comments.length, fixture.github.issues.length]).toEqual([2, 1]);
  });

  it("in the files of a pull request", async () => {
    await using fixture = await createFixture();
    const names = texts.filter((text) => !/[/\0]/.test(text));
    const files = names.map((name) => [`prompts/${name}.yaml`, "kind: ["]);
    fixture.base = {
      ...project,
      "prompts/x.yaml": documents("a"),
      ...Object.fromEntries(files),
    };
    expectNoFlaws(fixture, await fixture.run("plan", pullRequest()));
    expect(fixture.github.comments[0]!.body).toContain("* no longer defined: ");
    expect(fixture.github.comments[0]!.body).toContain("Not determined: ");
  });

  it("in the patterns of promptctl.yaml", async () => {
    const patterns = (key: string): string =>
      JSON.stringify({ [key]: texts.map((text) => `prompt/${text}`) });
    await using fixture = await createFixture({ "promptctl.yaml": patterns("scope") });
    fixture.base = { ...project, "promptctl.yaml": patterns("keep") };
    for (const detail of ["full", "names"]) {
      const options = { with: { "comment-detail": detail } };
      const ran = await fixture.run("plan", pullRequest(), options);
      expectNoFlaws(fixture, ran);
      // One line for each pattern, and the alert, which starts with the first of them.
      expect(
        ran.summary.match(/permits more: `+ ?(?:scope adds|keep no longer has) /g),
      ).toHaveLength(2 * texts.length + 1);
    }
  });

  it("in errors of definitions", async () => {
    const invalid = [...texts, ...Object.values(unstorableTexts)].map((text) =>
      toYaml({ kind: "prompt", [text]: text, tools: [text] }),
    );
    await using fixture = await createFixture({ "prompts/x.yaml": invalid.join("\n---\n") });
    expectNoFlaws(fixture, await fixture.run("plan", pullRequest()));
  });

  it("in names, texts and replies of tests", async () => {
    const evaluations = texts.map((text, index) => ({
      kind: "evaluation",
      prompt: "Hostile",
      name: `${text.replaceAll("/", "|")}${index}`,
      variables: {},
      appendedMessages: [{ role: "user", content: text }],
      assertions: [
        { type: "CONTAINS_ALL", targetValues: ["base", text.slice(0, 20)] },
        ...(index % 2 === 0 ? [] : [{ type: "EXACT_MATCH", targetValue: text, jsonPath: "$.a" }]),
      ],
    }));
    const replies = texts.flatMap((text, index) => [
      { evaluation: `*${index}`, side: "base", text: `${text}\nbase` },
      { evaluation: `*${index}`, text },
    ]);
    const promptWith = (content: string): object =>
      prompt("Hostile", { messages: [{ role: "user", content }] });
    const files = (content: string): string =>
      [promptWith(content), ...evaluations].map(toYaml).join("\n---\n");
    await using fixture = await createTestsFixture(
      { "prompts/support.yaml": files("after") },
      { "prompts/support.yaml": files("before"), "replies.yaml": JSON.stringify(replies) },
    );
    const keys = { OPENAI_API_KEY: "sk-SECRET-key" };
    for (const more of [
      {},
      { "comment-detail": "no-replies" },
      { "comment-detail": "names" },
      { arguments: `${scriptedReplies} --compare` },
    ]) {
      const ran = await fixture.test({ with: more, env: keys });
      expect(ran.report("test.json")).not.toBe("");
      expectNoFlaws(fixture, ran, [keys.OPENAI_API_KEY]);
    }
  });

  it("in error messages of the service", async () => {
    await using fixture = await createFixture();
    fixture.refusalMessage = texts.join("\n");
    fixture.refuse = () => true;
    expectNoFlaws(fixture, await fixture.run("plan", pullRequest()));
    fixture.refuse = ({ method }) => method === "POST";
    expectNoFlaws(fixture, await fixture.run("apply", closedByMerge));
  });

  it.each([
    ["label", { label: `--> ${sentinel}<img src=x> @octocat #1 \`\`\` ::error::x` }],
    ["target", { target: `${sentinel}@octocat #1 <img src=x> \`\`\`` }],
    ["directory", { directory: `${sentinel} --> @octocat <img>` }],
    ["base-url", { "base-url": `https://${sentinel}/@octocat#1<img>` }],
  ])("in the input %s", async (_what, given) => {
    await using fixture = await createFixture();
    expectNoFlaws(fixture, await fixture.run("plan", pullRequest(), { with: given }));
  });
});
