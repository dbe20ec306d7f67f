// The Action on a pull request: one comment that is kept up to date, whoever else writes there.
import { expect, it } from "vitest";
import { pullRequest } from "./events.ts";
import { githubStage } from "./stage.ts";

it("the first plan", async () => {
  await using stage = await githubStage();
  const ran = await stage.run("plan", pullRequest());
  console.log(
    ran,
    stage.github.calls.map((c) => c.method + " " + c.path),
    stage.github.comments,
  );
  expect(ran.code).toBe(0);
});
