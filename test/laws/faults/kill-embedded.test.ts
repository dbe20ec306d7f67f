// Promise 6 on the embedded service: the process that is killed takes its lock along, and leaves a
// store that the same command again finishes.
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStore } from "../../../src/service/store.ts";
import { everything, heldBy } from "../property/remote-state.ts";
import { contentsOf } from "./oracle/content-lines.ts";
import { deskOntoNothing } from "./scenarios/support-desk.ts";
import { start } from "./injection/built-program.ts";
import { count } from "./repeated-runs.ts";
import { forget } from "./run-with-faults.ts";

/** How much the store of a project holds, and what. */
async function held(folder: string): Promise<{ count: number; contents: string[] }> {
  const store = await openStore(join(folder, ".promptctl", "store.sqlite"), { readOnly: true });
  const all = heldBy(store);
  store.close();
  return { count: everything(all).length, contents: contentsOf(all).sort() };
}

it("apply --local, killed after its first or its fortieth call, is finished by the next", async () => {
  using desk = await deskOntoNothing();
  const { folder } = desk;
  const apply = ["apply", folder, "--local", "--auto-approve"];
  expect((await start(apply, {}).ended).code).toBe(0);
  const wanted = await held(folder);
  const left: number[] = [];
  for (const calls of [1, 40]) {
    forget(folder);
    let done = 0;
    const cut = start([...apply, "--json", "--concurrency", "1"], {}, (text) => {
      done += text.match(/"type":"succeeded"/g)?.length ?? 0;
      if (done >= calls) void cut.kill();
    });
    await cut.ended;
    left.push(wanted.count - (await held(folder)).count);
    expect(await start(apply, {}).ended).toMatchObject({ code: 0 });
    expect(await held(folder)).toEqual(wanted);
    const plan = ["plan", folder, "--local", "--detailed-exitcode"];
    expect(await start(plan, {}).ended).toMatchObject({ code: 0 });
    count(1);
  }
  expect(Math.max(...left)).toBeGreaterThan(0); // it was cut, and not always too late
});
