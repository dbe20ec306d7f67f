// Programs of tests with the bundle dist/action.js in a process of its own, whose environment they could read.
import { expect, it } from "vitest";
import {
  canaries,
  createCommandsFixture,
  errorIn,
  runAllowed,
  seenBy,
} from "./commands-fixture.ts";
import { key } from "./fixture.ts";

it("a program judges, without keys in its environment, and prints no command of the runner", async () => {
  await using fixture = await createCommandsFixture();
  const { code, commands, report } = await runAllowed(fixture, { built: true });
  expect([code, report("test.json").includes("The check price fails the reply.")]).toEqual([
    5,
    true,
  ]);
  const seen = seenBy(fixture)!;
  expect(Object.values(canaries).filter((secret) => seen.includes(secret))).toEqual([]);
  expect(commands.map(({ name }) => name)).not.toContain("set-output");
});

it("beside a key of the service, none starts", async () => {
  await using fixture = await createCommandsFixture();
  const ran = await runAllowed(fixture, { built: true, env: { PROMPTCTL_API_KEY: key } });
  expect([ran.code, seenBy(fixture)]).toEqual([4, undefined]);
  expect(errorIn(ran)).toContain("PROMPTCTL_API_KEY is set");
});
