// Hints of the Action name inputs.
import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { CallFailure, Failure } from "../../src/engine/model/failure.ts";
import { pullRequest } from "./events.ts";
import { createFixture } from "./fixture.ts";
import { inputHint, withInputHint, withInputNames } from "../../src/github/input-hints.ts";

it.each([
  ["To delete them, use --allow-mass-delete.", "To delete them, use allow-mass-delete: true."],
  [
    "Raise the limit with --timeout, for example --timeout 2m.",
    "Raise the limit with the input timeout, for example timeout: 2m.",
  ],
  [
    "Run the same command again later, or lower --concurrency.",
    "Run the job again later, or lower the input concurrency.",
  ],
  [
    "Exclude it too (--exclude tool/a), or do not exclude b.",
    "Exclude it too (exclude: tool/a), or do not exclude b.",
  ],
  ["Unmanaged: 1 tool (to list: --unmanaged)", "Unmanaged: 1 tool (to list: unmanaged: list)"],
  ["--target 'prompt/Support triage'", "target: 'prompt/Support triage'"],
  [
    "To overwrite it, add:\n--overwrite 'prompt/It'\\''s' --overwrite tool/a",
    "To overwrite it, add:\noverwrite: |\n  prompt/It's\n  tool/a",
  ],
  ["promptctl apply --prune deletes it.", "promptctl apply --prune deletes it."],
  [
    "Set X, or use --env staging --base-url https://a.example",
    "Set X, or use env: staging and base-url: https://a.example",
  ],
  ["Use --base-url with --env staging.", "Use the input base-url with env: staging."],
  ["Name another file with --out.", "Name another file with --out."],
])("%s", (hint, expected) => {
  expect(inputHint(hint)).toBe(expected);
});

it("messages name inputs too", () => {
  const message = "--prune cannot be used with --target or --exclude.";
  expect(withInputNames(new Failure("usage", "code", message)).message).toBe(
    "prune: true cannot be used with the input target or the input exclude.",
  );
});

it("hints about unmanaged resources name inputs, and are omitted with comment-detail: names", async () => {
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
  const plain = new Failure("refused", "code", "Message.", ["use --prune", "or not"]);
  expect(withInputHint(plain)).toMatchObject({
    class: "refused",
    code: "code",
    message: "Message.",
    hint: "use prune: true\nor not",
  });
  const call = new CallFailure(
    "http-503",
    { method: "GET", path: "/x", status: 503, outcome: "unknown", reason: "503", retryAfterMs: 7 },
    "Message.",
    "lower --concurrency",
  );
  expect(withInputHint(call)).toEqual(
    Object.assign(new CallFailure("http-503", call, "Message."), {
      hint: "lower the input concurrency",
    }),
  );
});
