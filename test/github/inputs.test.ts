// Messages of the commands name flags; the Action says which inputs they are.
import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { CallFailure, Failure } from "../../src/engine/model/failure.ts";
import { pullRequest } from "./events.ts";
import { createFixture } from "./fixture.ts";
import { inputNote, withInputNote } from "../../src/github/inputs.ts";

it.each([
  ["To delete them, use --allow-mass-delete.", "allow-mass-delete"],
  ["Raise the limit with --timeout, for example --timeout 2m.", "timeout"],
  ["Exclude it too (--exclude tool/a), or do not exclude b.", "exclude (one per line)"],
  ["add:\n--overwrite 'prompt/It' --overwrite tool/a", "overwrite (one per line)"],
  ["--prune cannot be used with --target.", "prune, target (one per line)"],
])("%s", (text, inputs) => {
  expect(inputNote(text)).toEqual([`Flags are inputs of this step: ${inputs}.`]);
});

it.each([
  "Name another file with --out.",
  "--base-urls",
  "prune",
  "To fetch it: git fetch --all-x",
])("%s names no input", (text) => expect(inputNote(text)).toEqual([]));

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

it("keeps everything else of a failure", () => {
  const note = "Flags are inputs of this step:";
  const plain = new Failure("refused", "code", "Not with --ref.", ["use --prune", "or not"]);
  expect(withInputNote(plain)).toMatchObject({
    class: "refused",
    code: "code",
    message: "Not with --ref.",
    hint: `use --prune\nor not\n${note} prune, ref.`,
  });
  const call = new CallFailure(
    "http-503",
    { method: "GET", path: "/x", status: 503, outcome: "unknown", reason: "503", retryAfterMs: 7 },
    "Message.",
    "lower --concurrency",
  );
  expect(withInputNote(call)).toEqual(
    Object.assign(new CallFailure("http-503", call, "Message."), {
      hint: `lower --concurrency\n${note} concurrency.`,
    }),
  );
});
