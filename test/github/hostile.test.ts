// Hostile texts through the whole Action: the log, the comment, the summary and the issue.
import { describe, expect, it } from "vitest";
import { flaws } from "../laws/hostile/oracle.ts";
import { prompt, tool, yaml } from "../laws/hostile/fixture.ts";
import { textsOf, unholdable } from "../laws/hostile/texts.ts";
import { readPage, sentinel } from "../views/inert.ts";
import { dispatch, pullRequest } from "./events.ts";
import { metadata, token } from "./runner.ts";
import { type GitHubStage, githubStage, key } from "./stage.ts";

const ours = ["https://github.com/acme/shop/actions/runs/4711"];
const texts = textsOf("characters", "commands", "anywhere", "forgeries", "words").map(
  (text) => `${sentinel}${text}${sentinel}`,
);

const documents = (side: string): string =>
  texts
    .flatMap((text, index) => [
      tool(text, index, { parameters: { [text]: `${side}${text}` } }),
      prompt(`${text}${index}`, {
        messages: [{ role: "user", content: `${side}\n${text}\n${side}` }],
      }),
    ])
    .map(yaml)
    .join("\n---\n");

function judge(stage: GitHubStage, ran: Awaited<ReturnType<GitHubStage["run"]>>): void {
  expect(flaws(ran.log.replace(/^::.*$/gm, ""), { ownLines: true })).toEqual([]);
  const pages = [...stage.github.comments, ...stage.github.issues].map(({ body }) => body);
  for (const page of [ran.summary, ...pages.map((body) => body.slice(body.indexOf("\n")))])
    expect(readPage(page, ours).flaws).toEqual([]);
  for (const { name, properties, data } of ran.commands)
    if (name === "add-mask") expect([key, token]).toContain(data);
    else
      expect([name, properties]).toEqual([
        expect.stringMatching(/^(error|warning|notice)$/),
        expect.objectContaining({ title: expect.stringMatching(/^[a-z-]+$/) }),
      ]);
  expect(Object.keys(ran.outputs)).toEqual(Object.keys(metadata.outputs));
}

describe("nothing of what is written acts", () => {
  it("of plans, applies and drift", async () => {
    await using stage = await githubStage({ "prompts/x.yaml": documents("a") });
    judge(stage, await stage.run("apply", pullRequest()));
    stage.folder.write("checkout/prompts/x.yaml", documents("b"));
    judge(stage, await stage.run("plan", pullRequest()));
    judge(stage, await stage.run("drift", dispatch));
    stage.refuse = ({ method }) => method === "PUT";
    judge(stage, await stage.run("apply", pullRequest()));
    stage.refuse = () => false;
    stage.folder.write("checkout/prompts/x.yaml", "");
    judge(stage, await stage.run("plan", pullRequest(), { with: { prune: "true" } }));
    expect([stage.github.comments.length, stage.github.issues.length]).toEqual([2, 1]);
  });

  it("of mistakes", async () => {
    const wrong = [...texts, ...Object.values(unholdable)].map((text) =>
      yaml({ kind: "prompt", [text]: text, tools: [text] }),
    );
    await using stage = await githubStage({ "prompts/x.yaml": wrong.join("\n---\n") });
    judge(stage, await stage.run("plan", pullRequest()));
  });

  it("of what the service says", async () => {
    await using stage = await githubStage();
    stage.words = texts.join("\n");
    stage.refuse = () => true;
    judge(stage, await stage.run("plan", pullRequest()));
    stage.refuse = ({ method }) => method === "POST";
    judge(stage, await stage.run("apply", pullRequest()));
  });

  it.each([
    ["a label", { label: `--> ${sentinel}<img src=x> @octocat #1 \`\`\` ::error::x` }],
    ["a pattern", { target: `${sentinel}@octocat #1 <img src=x> \`\`\`` }],
    ["a folder", { directory: `${sentinel} --> @octocat <img>` }],
    ["an address", { "base-url": `https://${sentinel}/@octocat#1<img>` }],
  ])("of %s among the inputs", async (_what, given) => {
    await using stage = await githubStage();
    judge(stage, await stage.run("plan", pullRequest(), { with: given }));
  });
});
