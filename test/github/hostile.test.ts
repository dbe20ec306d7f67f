// Hostile texts through the whole Action: the log, the comment, the summary and the issue.
import { describe, expect, it } from "vitest";
import { flaws } from "../laws/hostile/oracle.ts";
import { prompt, tool, yaml } from "../laws/hostile/fixture.ts";
import { textsOf, unholdable } from "../laws/hostile/texts.ts";
import { readPage, sentinel } from "../views/inert.ts";
import { dispatch, pullRequest } from "./events.ts";
import { metadata, token } from "./run-step.ts";
import { type ActionFixture, createFixture, key } from "./fixture.ts";

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

function judge(fixture: ActionFixture, ran: Awaited<ReturnType<ActionFixture["run"]>>): void {
  expect(flaws(ran.log.replace(/^::.*$/gm, ""), { ownLines: true })).toEqual([]);
  const pages = [...fixture.github.comments, ...fixture.github.issues].map(({ body }) => body);
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
    await using fixture = await createFixture({ "prompts/x.yaml": documents("a") });
    judge(fixture, await fixture.run("apply", pullRequest()));
    fixture.folder.write("checkout/prompts/x.yaml", documents("b"));
    judge(fixture, await fixture.run("plan", pullRequest()));
    judge(fixture, await fixture.run("drift", dispatch));
    fixture.refuse = ({ method }) => method === "PUT";
    judge(fixture, await fixture.run("apply", pullRequest()));
    fixture.refuse = () => false;
    fixture.folder.write("checkout/prompts/x.yaml", "");
    judge(fixture, await fixture.run("plan", pullRequest(), { with: { prune: "true" } }));
    expect([fixture.github.comments.length, fixture.github.issues.length]).toEqual([2, 1]);
  });

  it("of mistakes", async () => {
    const wrong = [...texts, ...Object.values(unholdable)].map((text) =>
      yaml({ kind: "prompt", [text]: text, tools: [text] }),
    );
    await using fixture = await createFixture({ "prompts/x.yaml": wrong.join("\n---\n") });
    judge(fixture, await fixture.run("plan", pullRequest()));
  });

  it("of what the service says", async () => {
    await using fixture = await createFixture();
    fixture.refusalMessage = texts.join("\n");
    fixture.refuse = () => true;
    judge(fixture, await fixture.run("plan", pullRequest()));
    fixture.refuse = ({ method }) => method === "POST";
    judge(fixture, await fixture.run("apply", pullRequest()));
  });

  it.each([
    ["a label", { label: `--> ${sentinel}<img src=x> @octocat #1 \`\`\` ::error::x` }],
    ["a pattern", { target: `${sentinel}@octocat #1 <img src=x> \`\`\`` }],
    ["a folder", { directory: `${sentinel} --> @octocat <img>` }],
    ["an address", { "base-url": `https://${sentinel}/@octocat#1<img>` }],
  ])("of %s among the inputs", async (_what, given) => {
    await using fixture = await createFixture();
    judge(fixture, await fixture.run("plan", pullRequest(), { with: given }));
  });
});
