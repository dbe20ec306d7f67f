// What reviewed-plan: require says when it refuses, and which ways it names.
import { describe, expect, it } from "vitest";
import { greeter } from "../cli/project.ts";
import { merged, mergeSha, pullRequest, push } from "./events.ts";
import { type ActionFixture, createFixture } from "./fixture.ts";

const apply = `To apply the plan, check it in the job summary. Then run promptctl apply in a terminal, or run this job with reviewed-plan: notice.`;
const keep =
  "To keep what was changed on the service, run promptctl pull on a branch and merge it with a pull request.";

/** Plans on two pull requests and merges both; #7 is that of the commit. */
async function createReviewed(): Promise<ActionFixture> {
  const fixture = await createFixture();
  for (const number of [6, 7]) {
    await fixture.run("plan", pullRequest({ number }));
    fixture.github.pulls.set(number === 7 ? mergeSha : "a6".repeat(20), [{ ...merged, number }]);
  }
  return fixture;
}

const removeComment = ({ github }: ActionFixture, number: number): void =>
  void github.comments.splice(
    github.comments.findIndex(({ at }) => at === number),
    1,
  );

const addTool = async ({ service }: ActionFixture): Promise<void> => {
  const tool = { name: "lookup_order", description: "Other.", parameters: {} };
  await service.send("POST", "tools", tool);
};

describe("a refusal", () => {
  it.each<[string, (fixture: ActionFixture) => Promise<void> | void, readonly string[]]>([
    [
      "after drift names a way that needs no change in git",
      addTool,
      [
        "The plan differs from the reviewed plan: the service or the definitions have changed since. Not reviewed: changes of 1 of 7 resources.",
        keep,
        apply,
      ],
    ],
    [
      "names the deleted comment, also if that of another pull request exists",
      async (fixture) => {
        removeComment(fixture, 7);
        await addTool(fixture);
      },
      [
        "There is no reviewed plan to compare with.",
        "There is no comment with a plan on the merged pull request #7: it was deleted, or no plan was made.",
        apply,
      ],
    ],
    [
      "names the missing pull request",
      (fixture) => {
        fixture.github.pulls.clear();
        fixture.folder.write("checkout/prompts/greeter.yaml", greeter.replace("Hello", "Bye"));
      },
      [
        "There is no reviewed plan to compare with.",
        "No merged pull request contains this commit.",
        apply,
      ],
    ],
  ])("%s", async (_what, change, lines) => {
    await using fixture = await createReviewed();
    await change(fixture);
    const options = { with: { "reviewed-plan": "require" } };
    const { code, commands } = await fixture.run("apply", push, options);
    expect([code, commands.at(-1)!.data]).toEqual([4, lines.join("\n")]);
  });
});
