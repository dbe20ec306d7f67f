// The comment of apply keeps a record of each run.
import { describe, expect, it } from "vitest";
import { greeter } from "../cli/project.ts";
import { merged, mergeSha, push } from "./events.ts";
import { type ActionFixture, createFixture } from "./fixture.ts";

const runUrl = "https://github.com/acme/shop/actions/runs";

async function apply(fixture: ActionFixture, run: string, attempt: number): Promise<string> {
  const env = { GITHUB_RUN_ID: run, GITHUB_RUN_ATTEMPT: String(attempt) };
  await fixture.run("apply", push, { env });
  const [comment, ...others] = fixture.github.comments;
  expect(others).toEqual([]);
  return comment!.body;
}

async function createMerged(): Promise<ActionFixture> {
  const fixture = await createFixture();
  fixture.github.pulls.set(mergeSha, [merged]);
  return fixture;
}

/** A newer commit on main, and a run that has applied it. */
function hasNewerRun({ github }: ActionFixture): void {
  const newest = "d4".repeat(20);
  github.heads.set("main", newest);
  github.runs = [{ head_sha: newest, event: "push", status: "completed", conclusion: "success" }];
}

describe("the comment of apply", () => {
  it("has no list if there was one run", async () => {
    await using fixture = await createMerged();
    expect(await apply(fixture, "1", 1)).not.toContain("**Runs**");
  });

  it("keeps the report of an apply when an older run is started again", async () => {
    await using fixture = await createMerged();
    const first = await apply(fixture, "2", 1);
    fixture.folder.write("checkout/prompts/greeter.yaml", greeter.replace("Hello", "Hi")); // older
    hasNewerRun(fixture);
    const body = await apply(fixture, "1", 2);
    const withoutMarker = first.slice(first.indexOf("\n"));
    expect(body.slice(body.indexOf("\n"))).toBe(`${withoutMarker}
**Runs**

- [run 1](${runUrl}/1), attempt 2: nothing was applied: the branch had a newer commit
- [run 2](${runUrl}/2), attempt 1: applied
`);
    expect(await apply(fixture, "1", 3)).toContain(`${withoutMarker}\n**Runs**\n\n- [run 1]`);
  });

  it("shows the report of a run that completes a failed apply", async () => {
    await using fixture = await createMerged();
    fixture.refuse = ({ method, url }) => method === "POST" && url.endsWith("/evaluations");
    expect(await apply(fixture, "1", 1)).toContain("**Apply incomplete:**");
    fixture.refuse = () => false;
    const body = await apply(fixture, "1", 2);
    expect(body).toContain("**Applied.** 3 requests succeeded.");
    expect(body).not.toContain("**Apply incomplete:**");
    expect(body).toContain(`- [run 1](${runUrl}/1), attempt 2: applied
- [run 1](${runUrl}/1), attempt 1: apply incomplete
`);
    expect(await apply(fixture, "1", 3)).toContain("**Applied.** 3 requests succeeded.");
  });

  it("has the last 20 runs, and one record of each attempt", async () => {
    await using fixture = await createMerged();
    let body = "";
    for (let attempt = 1; attempt <= 22; attempt++) body = await apply(fixture, "1", attempt);
    body = await apply(fixture, "1", 22);
    const attempts = [...body.matchAll(/attempt (\d+)/g)].map(([, number]) => Number(number));
    expect(attempts).toEqual(Array.from({ length: 20 }, (_, index) => 22 - index));
  });

  it("does not read a list in the text of a report", async () => {
    await using fixture = await createMerged();
    fixture.refusalMessage = "no\n\n**Runs**\n\n- run 7";
    fixture.refuse = ({ method }) => method === "POST";
    const first = await apply(fixture, "1", 1);
    hasNewerRun(fixture);
    expect(await apply(fixture, "1", 2)).toContain(first.slice(first.indexOf("\n")));
  });
});
