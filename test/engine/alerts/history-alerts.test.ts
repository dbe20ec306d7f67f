// The alert about changes of which the history cannot tell what they overwrite.
import { expect, it } from "vitest";
import { historyOf, missingHistory, noHistory } from "../../fixtures/history.ts";
import { alertLines, planOf, type PlanFixtureOptions } from "../../fixtures/in-memory.ts";
import { prompt, promptResponse, tool, toolResponse } from "../../fixtures/responses.ts";

const files = [tool.replace(": d", ": new"), `${prompt}tools: []\n`].join("---\n");
const remote = {
  tools: [toolResponse("t")],
  prompts: [promptResponse("p", { messages: [{ role: "user", content: [] }] })],
};

it.each<[string, NonNullable<PlanFixtureOptions["history"]>, string[]]>([
  [
    "git is not installed",
    missingHistory("no-git", "git is not installed"),
    ["git is not installed"],
  ],
  [
    "there is no repository",
    missingHistory("no-repository", "the project is in no git repository"),
    ["the project is in no git repository"],
  ],
  [
    "git does not trust the owner",
    missingHistory("unsafe-repository", "git does not trust the owner of the repository"),
    ["git does not trust the owner of the repository"],
  ],
  [
    "the clone is shallow",
    historyOf({ line: [files], end: "shallow" }),
    ["the clone is shallow: fetch-depth: 0 of actions/checkout, or git fetch --unshallow"],
  ],
  ["--no-history is set", noHistory, []],
])("one alert for all changes where %s", async (_sentence, history, reasons) => {
  const plan = await planOf(files, remote, { history });
  expect(alertLines(plan).filter((line) => line.startsWith("history-unknown"))).toEqual(
    reasons.map(
      (reason) =>
        `history-unknown: it is not known whether 1 tool and 1 prompt were changed on the service: ${reason}`,
    ),
  );
});

it("a plan that only creates has none, and neither has one whose versions are known", async () => {
  const history = missingHistory("no-git", "git is not installed");
  expect(alertLines(await planOf(files, {}, { history }))).toEqual([]);
  const known = await planOf(
    tool.replace(": d", ": new"),
    { tools: [toolResponse("t")] },
    {
      history: historyOf({ line: [tool.replace(": d", ": new"), tool] }),
    },
  );
  expect(alertLines(known)).toEqual([]);
});
