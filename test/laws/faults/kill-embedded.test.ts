// Promise 6 with the embedded service: a killed process releases its lock and leaves a store that the same
// command completes.
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStore } from "../../../src/service/open-store.ts";
import { allResources, readRemoteState } from "../property/remote-state.ts";
import { startProgram } from "./injection/built-program.ts";
import { contentLines } from "./oracle/content-lines.ts";
import { tallyRuns } from "./repeated-runs.ts";
import { deleteLocalFiles } from "./scenarios/scenario.ts";
import { supportDeskOnEmptyService } from "./scenarios/support-desk.ts";

/** The number of resources in the store of a project, and their contents. */
async function storeContents(folder: string): Promise<{ count: number; contents: string[] }> {
  const store = await openStore(join(folder, ".promptctl", "store.sqlite"), { readOnly: true });
  const state = await readRemoteState(store);
  await store.close();
  return { count: allResources(state).length, contents: contentLines(state).sort() };
}

it("apply --local, killed after its first or its fortieth call, is completed by the next apply", async () => {
  using scenario = await supportDeskOnEmptyService();
  const { folder } = scenario;
  const apply = ["apply", folder, "--local", "--auto-approve"];
  expect((await startProgram(apply, {}).ended).code).toBe(0);
  const expected = await storeContents(folder);
  const missingCounts: number[] = [];
  for (const calls of [1, 40]) {
    deleteLocalFiles(folder);
    let succeeded = 0;
    const killed = startProgram([...apply, "--json", "--concurrency", "1"], {}, (text) => {
      succeeded += text.match(/"type":"succeeded"/g)?.length ?? 0;
      if (succeeded >= calls) void killed.kill();
    });
    await killed.ended;
    missingCounts.push(expected.count - (await storeContents(folder)).count);
    expect(await startProgram(apply, {}).ended).toMatchObject({ code: 0 });
    expect(await storeContents(folder)).toEqual(expected);
    const plan = ["plan", folder, "--local", "--detailed-exitcode"];
    expect(await startProgram(plan, {}).ended).toMatchObject({ code: 0 });
    tallyRuns(1);
  }
  expect(Math.max(...missingCounts)).toBeGreaterThan(0); // at least one kill came before the end
});
