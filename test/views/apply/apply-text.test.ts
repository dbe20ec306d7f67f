// The progress and the result of an apply, as text and as JSON.
import { expect, it } from "vitest";
import { CallFailure, Failure } from "../../../src/engine/model/failure.ts";
import type { Plan, Step } from "../../../src/engine/model/plan.ts";
import { eventDocument } from "../../../src/views/apply/apply-json.ts";
import {
  addressColumnWidth,
  failedText,
  applySummaryText,
  notAppliedText,
  skippedText,
  stepCountText,
  succeededText,
  waitingText,
} from "../../../src/views/apply/apply-text.ts";
import { createScreen, type Screen } from "../../../src/views/text/terminal-text.ts";

const plain = createScreen(false, 100);
const step: Step = {
  id: "update tool/look",
  address: "tool/look",
  kind: "tool",
  verb: "update",
  needs: [],
  phase: "write",
  remoteId: "t",
  body: { name: "look", description: "a\u202eb" },
};
const failure = new CallFailure(
  "http-409",
  { method: "PUT", path: "/sdk/v1/tools/t", status: 409 },
  "PUT /sdk/v1/tools/t answered 409: in\x1b[2J use",
  ["Try again.", "Or do not."],
);

it("a step that succeeded", () => {
  const text = succeededText({ ...step, id: "t", milliseconds: 12.6 }, plain);
  expect(text).toBe(`  ✓ tool/look${" ".repeat(35)}  updated  t${" ".repeat(12)}13 ms`);
});

it("a step of an unmanaged resource has its id once", () => {
  const unmanaged = { ...step, address: "prompt/Old bot (id:63a1)", verb: "delete" } as const;
  const text = succeededText({ ...unmanaged, id: "63a1", milliseconds: 5 }, plain);
  expect(text.replace(/ {2,}/g, "  ")).toBe("  ✓ prompt/Old bot  deleted  63a1  5 ms");
});

it("a failed step, with the message of the service escaped", () => {
  expect(failedText(step, failure, plain)).toBe(
    [
      "  ✗ tool/look  not updated",
      "      PUT /sdk/v1/tools/t answered 409: in\\u{1b}[2J use",
      "      Try again.",
      "      Or do not.",
    ].join("\n"),
  );
});

it("a skipped step, with the step that failed", () => {
  expect(skippedText(step, "tool/other", plain)).toBe("  · tool/look  skipped: tool/other failed");
});

it.each([
  [
    { done: 3, failed: 0, skipped: 0, notStarted: 0 },
    "Applied. 3 requests to https://prompts.test succeeded.",
  ],
  [
    { done: 1, failed: 0, skipped: 0, notStarted: 0 },
    "Applied. 1 request to https://prompts.test succeeded.",
  ],
  [
    { done: 1, failed: 1, skipped: 2, notStarted: 3 },
    "Apply incomplete: 1 of 7 requests succeeded, 1 failed, 2 skipped, 3 not started. Fix the failures marked ✗ and run the same command again to continue.",
  ],
])("the summary of %o", (counts, expected) => {
  expect(
    applySummaryText({ counts, unavailable: false }, { baseUrl: "https://prompts.test" }, plain),
  ).toBe(expected);
});

it("after a change by another, the advice is a plan and not the same command", () => {
  const counts = { done: 1, failed: 1, skipped: 0, notStarted: 0 };
  const totals = { counts, unavailable: false, changedSincePlan: true };
  const plan = { baseUrl: "https://prompts.test", environment: "staging", directory: "my prompts" };
  expect(applySummaryText(totals, plan, plain)).toBe(
    "Apply incomplete: 1 of 2 requests succeeded, 1 failed. Before you apply again, review what was changed on the service: promptctl plan 'my prompts' --env staging",
  );
});

it("an unavailable service is named as the cause", () => {
  const counts = { done: 1, failed: 1, skipped: 0, notStarted: 3 };
  expect(
    applySummaryText({ counts, unavailable: true }, { baseUrl: "https://prompts.test" }, plain),
  ).toContain("1 failed, 3 not started. The service became unavailable. Fix");
});

it("the results are in one column after the longest address", () => {
  const steps = [step, { ...step, address: `tool/${"k".repeat(60)}` }];
  const lines = steps.map((each) =>
    succeededText(
      { ...each, id: "t", milliseconds: 1 },
      createScreen(false, 120),
      addressColumnWidth(steps),
    ),
  );
  expect(lines.map((line) => line.search(/(?:created|updated|deleted) /))).toEqual([71, 71]);
});

it("lines of steps are no wider than the screen", () => {
  const long: Step = { ...step, address: `prompt/${"w".repeat(300)}` };
  const narrow = createScreen(false, 60);
  const lines = [
    succeededText({ ...long, id: "i".repeat(40), milliseconds: 1234 }, narrow),
    failedText(long, new Failure("failed", "x", "No."), narrow).split("\n")[0]!,
    skippedText(long, `tool/${"k".repeat(64)}`, narrow),
  ];
  expect(lines.filter((line) => [...line].length > 60)).toEqual([]);
});

it("the number of requests that ended, and the time left: half of each in progress counts as done", () => {
  const counts = { ended: 80, running: 8, total: 200 };
  expect(stepCountText(counts, 2100)).toBe("  80/200 requests, about 3 s left");
  expect(stepCountText({ ...counts, ended: 36 }, 10_000)).toBe(
    "  36/200 requests, about 40 s left",
  );
  expect(stepCountText({ ...counts, ended: 0 }, 10_000)).toBe("  0/200 requests");
});

it("the same events as JSON", () => {
  const common = { step: "update tool/look", address: "tool/look", verb: "update" };
  expect(eventDocument({ type: "started", step })).toEqual({ type: "started", ...common });
  expect(eventDocument({ type: "succeeded", step, id: "t", milliseconds: 1 })).toEqual({
    type: "succeeded",
    ...common,
    id: "t",
  });
  const wait = {
    next: "retry",
    attempt: 1,
    maxAttempts: 4,
    delayMs: 378.39,
    reason: "429",
  } as const;
  expect(eventDocument({ type: "waiting", step, ...wait })).toMatchObject({ delayMs: 378 });
  expect(eventDocument({ type: "skipped", step, failedAddress: "tool/other", skipped: 1 })).toEqual(
    {
      type: "skipped",
      ...common,
      failedAddress: "tool/other",
    },
  );
  expect(eventDocument({ type: "failed", step, error: failure })).toEqual({
    type: "failed",
    ...common,
    error: { code: "http-409", message: failure.message, hint: failure.hint },
  });
});

it("what was not applied is in natural order, and an id is not cut", () => {
  const state = {
    action: "delete",
    succeededCalls: 0,
    totalCalls: 1,
    isUnknown: false,
    isStoredOtherwise: false,
    isCreated: false,
  } as const;
  const id = "id:1b4e28ba-2fa1-11d2";
  const addresses = ["prompt/Bulk 1", "prompt/Bulk 10", `prompt/${id}`, "prompt/Bulk 2"];
  const plan = { names: { [`prompt/${id}`]: `Bulk 3${" long".repeat(20)}` } } as unknown as Plan;
  const incomplete = addresses.map((address) => ({ ...state, address }));
  const names = notAppliedText(plan, incomplete, plain).match(/prompt\/.*?(?=  )/g);
  expect(names).toEqual([
    "prompt/Bulk 1",
    "prompt/Bulk 2",
    expect.stringMatching(/^prompt\/Bulk 3.*…[^(]*\(id:1b4e28ba-2fa1-11d2\)$/),
    "prompt/Bulk 10",
  ]);
});

it("on a terminal of 80 columns, sentences are broken between words", () => {
  const terminal = { ...createScreen(false, 80), wraps: true };
  const reason = `The tool ${"abcdefghi ".repeat(20)}was not created.`;
  const counts = { done: 2, failed: 1, skipped: 3, notStarted: 0 };
  const service = { baseUrl: "https://prompts.example.com" };
  const texts = [
    failedText(step, new Failure("failed", "x", reason, reason), terminal),
    applySummaryText({ counts, unavailable: false, changedSincePlan: false }, service, terminal),
  ];
  const lines = texts.flatMap((text) => text.split("\n"));
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);
  expect(words(texts[0]!).slice(4)).toEqual(words(`${reason} ${reason}`));
  expect(texts[1]).toMatch(/^Apply incomplete: 2 of 6 requests succeeded, 1 failed, 3 skipped\. /);
});

const reason = `503 from PUT: ${"unavailable for now ".repeat(8).trim()}`;
const wait = { next: "retry", attempt: 1, maxAttempts: 4, delayMs: 400, reason } as const;
const pruned: Step = { ...step, address: `prompt/${"wide name ".repeat(9)}`, phase: "prune" };
const incomplete = {
  address: "prompt/Support triage of orders and refunds",
  action: "update",
  succeededCalls: 2,
  totalCalls: 5,
  isUnknown: true,
  isStoredOtherwise: false,
  isCreated: false,
} as const;

it.each<readonly [name: string, lineOf: (screen: Screen) => string, words: string]>([
  ["a wait", (screen) => waitingText("tool/look", wait, screen), `(${reason})`],
  [
    "a skipped delete",
    (screen) => skippedText(pruned, pruned.address, screen),
    "not deleted: a failure stops pruning (prompt/",
  ],
  [
    "a done step with a note",
    (screen) => {
      const done = { ...step, id: "0".repeat(24), milliseconds: 1234 };
      return succeededText({ ...done, note: "with 12 evaluations and 30 assertions" }, screen);
    },
    "with 12 evaluations and 30 assertions",
  ],
  [
    "a change that was partly made",
    (screen) => notAppliedText({ names: {} } as Plan, [incomplete], screen),
    "partly updated: 2 of 5 requests succeeded, result of another unknown",
  ],
])("on a terminal of 80 columns, %s is broken between words", (_name, lineOf, words) => {
  const one = lineOf(createScreen(false, 80));
  const broken = lineOf({ ...createScreen(false, 80), wraps: true });
  expect(one).toContain(words);
  expect(one.split("\n").some((line) => line.length > 80)).toBe(true);
  expect(broken.split("\n").filter((line) => line.length > 80)).toEqual([]);
  expect(broken.split(/\s+/)).toEqual(one.split(/\s+/));
});

it("colours are not broken: the symbol has its own, what happened is dim on each line", () => {
  const { dim, yellow } = createScreen(true, 80).colors;
  const [first, ...more] = waitingText("tool/look", wait, createScreen(false, 80, true)).split(
    "\n",
  );
  const details = first!.slice("  · tool/look  ".length);
  const colored = waitingText("tool/look", wait, createScreen(true, 80, true));
  expect(colored.split("\n")).toEqual([
    `  ${yellow("·")} tool/look  ${dim(details)}`,
    ...more.map(dim),
  ]);
});
