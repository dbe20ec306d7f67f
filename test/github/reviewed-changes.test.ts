// reviewed-plan: require accepts what remains of a reviewed plan, and the plans of several merges.
import { describe, expect, it } from "vitest";
import { commitAfter } from "../io/repository.ts";
import { greeter, project } from "../cli/project.ts";
import { merged, mergeSha, pullRequest, push } from "./events.ts";
import { type ActionFixture, createFixture } from "./fixture.ts";

const requireReview = { with: { "reviewed-plan": "require" } };
const withoutReview = { with: { "reviewed-plan": "off" } };

function edit(fixture: ActionFixture, path: string, from: string, to: string): void {
  const text = fixture.folder.read(`checkout/${path}`);
  expect(text).toContain(from);
  fixture.folder.write(`checkout/${path}`, text.replace(from, to));
}

/** The merge commit of a pull request before the newest one. */
const ownSha = (number: number): string => String(number).padStart(40, "0");

/** Plans on a pull request and merges it. */
async function review(fixture: ActionFixture, number = 7): Promise<void> {
  await fixture.run("plan", pullRequest({ number }));
  const pull = { ...merged, number, merged_at: `2026-01-0${number}T00:00:00Z` };
  fixture.github.pulls.set(ownSha(number), [pull]);
  fixture.github.pulls.set(mergeSha, [pull]);
}

describe("after a failed apply, a new run with reviewed-plan: require applies what remains", () => {
  const changeText = (fixture: ActionFixture): void =>
    edit(fixture, "prompts/triage.yaml", "I want my money back", "Refund me");

  it.each<[string, { prune: boolean; first: boolean; refused: RegExp; remaining: number }]>([
    ["of creates", { prune: false, first: true, refused: /^POST .*evaluations$/, remaining: 3 }],
    [
      "of a replace without its children",
      { prune: false, first: false, refused: /^POST .*assertions$/, remaining: 2 },
    ],
    [
      "of a replace whose old resource exists",
      { prune: true, first: false, refused: /^DELETE .*evaluations/, remaining: 1 },
    ],
  ])("%s", async (_what, { prune, first, refused, remaining }) => {
    // Without the journal, prune finishes the delete only where the scope names the prompt exactly.
    const settings = "definitions: prompts\nprune: true\nscope: ['prompt/Support triage']\n";
    await using fixture = await createFixture(prune ? { "promptctl.yaml": settings } : {});
    if (!first) {
      await fixture.run("apply", push, withoutReview);
      changeText(fixture);
    }
    commitAfter(project, fixture.folder.at("checkout"));
    await review(fixture);
    fixture.refuse = ({ method, url }) => refused.test(`${method} ${new URL(url).pathname}`);
    expect((await fixture.run("apply", push, requireReview)).code).toBe(1);
    fixture.refuse = () => false;
    const before = fixture.service.writes().length;
    const again = await fixture.run("apply", push, requireReview);
    expect(again.summary).toContain(
      "All changes of the plan were reviewed on merged pull requests.",
    );
    expect(again.code).toBe(0);
    expect(fixture.service.writes().length - before).toBe(remaining);
    expect((await fixture.run("plan", push)).outputs["has-changes"]).toBe("false");
  });

  it("but not if the service has changed since", async () => {
    await using fixture = await createFixture();
    await review(fixture);
    fixture.refuse = ({ method, url }) => method === "POST" && url.endsWith("/evaluations");
    await fixture.run("apply", push, requireReview);
    fixture.refuse = () => false;
    const tools = (await fixture.service.send("GET", "tools")) as { id: string; name: string }[];
    const { id, name } = tools[0]!;
    const body = { name, description: "Other.", parameters: {} };
    await fixture.service.send("PUT", `tools/${id}`, body);
    const { code, commands } = await fixture.run("apply", push, requireReview);
    expect(code).toBe(4);
    expect(commands.at(-1)!.data).toContain("Not reviewed: changes of 1 of 4 resources.");
  });
});

describe("one run applies the reviewed plans of several pull requests", () => {
  async function mergeTwo(fixture: ActionFixture): Promise<void> {
    await fixture.run("apply", push, withoutReview);
    edit(fixture, "prompts/greeter.yaml", "Hello", "Good morning");
    await review(fixture, 7);
    fixture.folder.write("checkout/prompts/greeter.yaml", greeter);
    edit(fixture, "prompts/triage.yaml", "I want my money back", "Refund me");
    await review(fixture, 8);
    edit(fixture, "prompts/greeter.yaml", "Hello", "Good morning");
  }

  it("and accepts the union of their changes", async () => {
    await using fixture = await createFixture();
    await mergeTwo(fixture);
    const { code, summary } = await fixture.run("apply", push, requireReview);
    expect(summary).toContain("All changes of the plan were reviewed on merged pull requests.");
    expect(code).toBe(0);
  });

  it("and refuses changes that were reviewed on no pull request", async () => {
    await using fixture = await createFixture();
    await mergeTwo(fixture);
    edit(fixture, "prompts/greeter.yaml", "Good morning", "Good evening");
    const { code, commands } = await fixture.run("apply", push, requireReview);
    expect(code).toBe(4);
    expect(commands.at(-1)!.data).toMatch(/Not reviewed: changes of 1 of \d+ resources\./);
  });

  it.each<[string, (fixture: ActionFixture) => void]>([
    [
      "comments of other accounts",
      ({ github }) => {
        const index = github.comments.findIndex(({ at }) => at === 7);
        github.comments.splice(index, 1, {
          ...github.comments[index]!,
          user: { login: "mallory" },
        });
      },
    ],
    [
      "pull requests that were merged into other branches",
      ({ github }) =>
        void github.pulls.set(ownSha(7), [{ ...merged, number: 7, base: { ref: "other" } }]),
    ],
    [
      "pull requests that were closed without a merge",
      ({ github }) => void github.pulls.set(ownSha(7), [{ ...merged, number: 7, merged_at: null }]),
    ],
  ])("and does not trust %s", async (_what, change) => {
    await using fixture = await createFixture();
    await mergeTwo(fixture);
    change(fixture);
    const { code } = await fixture.run("apply", push, requireReview);
    expect(code).toBe(4);
  });

  it("with comment-detail: names, only the whole plan is compared", async () => {
    await using fixture = await createFixture();
    await fixture.run("plan", pullRequest(), { with: { "comment-detail": "names" } });
    expect(fixture.github.comments[0]!.body).not.toContain("permitted=");
  });
});
