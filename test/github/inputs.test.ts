// Hints of reports name the inputs of the Action.
import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { pullRequest } from "./events.ts";
import { createFixture } from "./fixture.ts";

it("hints about unmanaged resources name the input, and are omitted with comment-detail: names", async () => {
  await using fixture = await createFixture();
  await fixture.service.send("POST", "tools", { name: "other", description: "", parameters: {} });
  const logs = await Promise.all(
    ["full", "names"].map((detail) =>
      fixture.run("plan", pullRequest(), { with: { "comment-detail": detail } }),
    ),
  );
  expect(logs.map(({ log }) => /^Unmanaged: .*$/m.exec(stripVTControlCharacters(log))![0])).toEqual(
    ["Unmanaged: 1 tool (to list: unmanaged: list)", "Unmanaged: 1 tool"],
  );
});
