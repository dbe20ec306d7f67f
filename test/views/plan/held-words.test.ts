// What a plan says about the versions that the service holds, as text and as Markdown.
import { describe, expect, it } from "vitest";
import type { HeldVersion } from "../../../src/engine/model/held-version.ts";
import type { Plan } from "../../../src/engine/model/plan.ts";
import { maskSecrets } from "../../../src/engine/text/secrets.ts";
import { redactPlan } from "../../../src/engine/review/redact.ts";
import { kinds } from "../../../src/kinds.ts";
import { unlimited } from "../../../src/views/text/markdown.ts";
import { planMarkdown } from "../../../src/views/plan/plan-markdown.ts";
import { consequences } from "../../../src/views/plan/plan-summary.ts";
import { planText } from "../../../src/views/plan/plan-text.ts";
import { createScreen } from "../../../src/views/text/terminal-text.ts";
import {
  changedOnServiceVersion,
  heldCommit,
  reportedWrite,
  withHeld,
} from "../../fixtures/held-versions.ts";
import { historyOf, noHistory } from "../../fixtures/history.ts";
import { planOf } from "../../fixtures/in-memory.ts";
import {
  costResponse,
  evaluationResponse,
  prompt,
  promptResponse,
  toolResponse,
} from "../../fixtures/responses.ts";

interface TextLayout {
  readonly width?: number;
  readonly full?: boolean;
  readonly showsAuthors?: boolean;
  /** Breaks long sentences, as on a terminal. */
  readonly wraps?: boolean;
}

/** The changes of a plan as text. */
function textOf(plan: Plan, { width = 120, wraps = false, ...layout }: TextLayout = {}): string {
  const text = planText(plan, {
    ...createScreen(false, width, wraps),
    kinds,
    command: "plan",
    folder: "prompts",
    unmanaged: false,
    elsewhere: " with --full",
    includedFrom: () => [],
    ...layout,
  });
  return text
    .split("\n\n")
    .slice(1, -1)
    .join("\n\n")
    .replaceAll(/ {3,}(?=\S)/g, "   ");
}

function pageOf(plan: Plan, full = false): string {
  return planMarkdown(plan, {
    kinds,
    heading: "promptctl plan",
    folder: "prompts/",
    unmanaged: false,
    full,
    elsewhere: "",
    mask: maskSecrets,
    limit: unlimited,
    includedFrom: () => [],
  });
}

const renamedModel = prompt.replace("gpt", "gpt-2");
const updated: Plan = await planOf(
  renamedModel,
  { prompts: [promptResponse("p")] },
  { history: noHistory },
);
const pruned: Plan = await planOf("", { tools: [toolResponse("t")] }, { prune: true });

const version = (behind: number, orOlder = false): HeldVersion => ({
  type: "version",
  at: { ...heldCommit, orOlder },
  behind,
});
const ofRef = (ref: string): HeldVersion => ({
  type: "other-ref",
  at: heldCommit,
  ref,
  isChosen: false,
  isMerged: false,
});

const words: [HeldVersion, text: string, markdown: string][] = [
  [
    { ...ofRef("main"), isMerged: true } as HeldVersion,
    "deploys   service holds 3f2a91c, merged into HEAD",
    "service holds `3f2a91c` (2026-11-20), merged into HEAD",
  ],
  [
    version(0),
    "deploys   service holds 3f2a91c, the committed version",
    "service holds `3f2a91c` (2026-11-20), the committed version",
  ],
  [
    version(1),
    "deploys   service holds 3f2a91c, 1 version back",
    "service holds `3f2a91c` (2026-11-20), 1 version back",
  ],
  [
    version(3),
    "deploys   service holds 3f2a91c, 3 versions back, or set back",
    "service holds `3f2a91c` (2026-11-20), 3 versions back, or set back",
  ],
  [
    version(1, true),
    "deploys   service holds the version at or before 3f2a91c, 1 version back",
    "service holds the version at or before `3f2a91c` (2026-11-20), 1 version back",
  ],
  [
    ofRef("release/1.4"),
    "deploys   service holds 3f2a91c of release/1.4, not in HEAD",
    "service holds `3f2a91c` (2026-11-20) of `release/1.4`, not in HEAD",
  ],
  [{ type: "none" }, "deploys   changed on the service", "**changed on the service**"],
  [{ type: "unknown" }, "deploys", ""],
];

describe("the line of a change says which version the service holds", () => {
  it.each(words)("%o", (held, text, markdown) => {
    const plan = withHeld(updated, held);
    const symbol = held.type === "none" ? "!" : "~";
    const edit = '"gpt" → "gpt-2"';
    const line = `   ${symbol} prompt/Greet  ${text}   parameters.name  ${edit}`;
    expect(textOf(plan, { width: 160, full: true })).toContain(line);
    const note = markdown === "" ? "" : ` · ${markdown}`;
    const version = note.replaceAll("**", "");
    expect(pageOf(plan, true)).toContain(`\n#### \`prompt/Greet\`${version}\n`);
    const isNormal = held.type === "version" || held.type === "unknown";
    const item = `\n- update \`prompt/Greet\`${isNormal ? "" : note} · \`par`;
    expect(pageOf(plan)).toContain(item);
  });

  it("the last version of what is deleted", () => {
    const plan = withHeld(pruned, version(0));
    expect(textOf(plan, { full: true })).toContain(
      "   - tool/look (id:t)  service holds 3f2a91c, the last version\n",
    );
    expect(pageOf(plan, true)).toContain(
      "· service holds `3f2a91c` (2026-11-20), the last version\n",
    );
  });
});

describe("where the service holds no version", () => {
  const plan = withHeld(updated, changedOnServiceVersion);

  it("text lists the fields that differ from the newest version", () => {
    expect(textOf(plan)).toBe(`\
  ! prompt/Greet changes its model: gpt → gpt-2 (their prices are not known)

   ! prompt/Greet  deploys   changed on the service   parameters.name  "gpt" → "gpt-2"
   Changed on the service, or applied from a commit that is not here. Differences from 3f2a91c, the newest version:
   parameters.temperature, tools`);
  });

  it("text shows the whole differences with --full", () => {
    expect(textOf(plan, { full: true })).toContain(`the newest version:
   parameters.temperature  1 → 0.5
   tools   + look`);
  });

  it("Markdown lists the fields, and shows the differences in whole reports", () => {
    const sentence =
      "- Changed on the service, or applied from a commit that is not here. Differences from `3f2a91c` (2026-11-20), the newest version:";
    expect(pageOf(plan)).toContain(`${sentence}\n\n  \`parameters.temperature\`, \`tools\`\n`);
    expect(pageOf(plan, true)).toContain(
      `${sentence}\n\n  - \`parameters.temperature\`: \`1\` → \`0.5\`\n\n  - \`tools\`: added \`look\`\n`,
    );
  });

  it("a definition without a version in git says so", () => {
    const unknown = "or applied from a commit that is not here. No commit in the history of HEAD";
    const uncommitted = withHeld(updated, { type: "none" });
    expect(textOf(uncommitted)).toContain(unknown);
    expect(pageOf(uncommitted)).toContain(unknown);
  });

  it("the question and the totals leave what is overwritten to the alerts", () => {
    expect(consequences(plan, kinds)).toBe(" This deploys 1 prompt.");
  });

  it("with comment-detail: names, there are no fields and values", () => {
    const page = pageOf(redactPlan(plan), true);
    expect(page).toMatch(/· \*\*changed on the service\*\*$/m);
    expect(page).toContain("or applied from a commit that is not here.\n");
    expect(page).not.toMatch(/temperature|Differences|No commit/);
    const data = JSON.stringify(redactPlan(plan), (key, value: unknown) =>
      key === "row" ? undefined : value,
    );
    expect(data).not.toMatch(/temperature|Ann Lee|Lower/);
  });
});

describe("where the service reports who wrote that", () => {
  const by = "by key release, from commit c4df49b of pull request 12";
  const held = { ...changedOnServiceVersion, reported: reportedWrite };
  const plan = withHeld(updated, held);

  it("text says it in the sentence below the change", () => {
    const text = textOf(plan);
    expect(text).toContain("deploys   changed on the service   parameters.name");
    expect(text).toContain(`Changed on the service ${by}. Differences from 3f2a91c, the newest`);
  });

  it("Markdown says it on the line of the change too", () => {
    const marked = "by key `release`, from commit `c4df49b` of pull request 12";
    expect(pageOf(plan)).toContain(`· **changed on the service ${marked}** ·`);
    expect(pageOf(plan)).toContain(`- Changed on the service ${marked}. Differences from`);
  });

  it("a definition without a version in git says it too", () => {
    const text = textOf(withHeld(updated, { type: "none", reported: reportedWrite }));
    expect(text).toContain(`Changed on the service ${by}. No commit in the history of HEAD`);
  });

  it("a verified run is named after what the client reports", () => {
    const verifiedRun = { repository: "octo/shop", commit: "5e".repeat(20) };
    const verified = withHeld(updated, { ...held, reported: { ...reportedWrite, verifiedRun } });
    const run = ", by a run of octo/shop at 5e5e5e5 (verified)";
    expect(textOf(verified)).toContain(`Changed on the service ${by}${run}.`);
    const marked = ", by a run of `octo/shop` at `5e5e5e5` (verified)";
    expect(pageOf(verified)).toContain(`pull request 12${marked}. Differences`);
    expect(JSON.stringify(redactPlan(verified))).not.toMatch(/octo/);
  });

  it("with comment-detail: names, neither key nor commit is shown", () => {
    const redacted = redactPlan(plan);
    expect(pageOf(redacted, true)).not.toMatch(/release|c4df49b/);
    expect(JSON.stringify(redacted)).not.toMatch(/release|c4df49b/);
  });

  it("names of keys and repositories are escaped and masked", () => {
    const keyName = "\u001b[31m`@team`|<img> sk-ant-api03-1234567890abcdefghijklmnop";
    const hostile = withHeld(updated, { ...held, reported: { number: 1, keyName } });
    const verifiedRun = { repository: keyName, commit: "5e".repeat(20) };
    const hostileRun = withHeld(updated, { ...held, reported: { number: 1, verifiedRun } });
    expect(textOf(hostileRun)).toContain("by a run of \\u{1b}[31m`@team`|<img>");
    expect(textOf(hostileRun)).not.toContain("\u001b");
    expect(pageOf(hostileRun, true)).not.toContain("sk-ant-api03");
    expect(textOf(hostile)).toContain("by key \\u{1b}[31m`@team`|<img>");
    expect(textOf(hostile)).not.toContain("\u001b");
    expect(pageOf(hostile, true)).toContain("by key ``\\u{1b}[31m`@team`|<img>");
    expect(pageOf(hostile, true)).not.toContain("\u001b");
    expect(pageOf(hostile, true)).not.toContain("sk-ant-api03");
  });
});

describe("changes of one evaluation say it once", () => {
  const evaluated = `${prompt}evaluations:\n  - name: e\n    variables: { a: b }\n    assertions: [{ type: COST, targetThreshold: 1 }, { type: LATENCY, targetThreshold: 2 }]\n`;
  const remote = {
    prompts: [promptResponse("p")],
    evaluations: [evaluationResponse("x", "p", { variables: { a: "b" } })],
    assertions: [
      costResponse("a", "x", { targetThreshold: 3 }),
      { id: "l", evaluationId: "x", type: "LATENCY", targetThreshold: 4 },
    ],
  };

  it("the first of the assertions", async () => {
    const plan = withHeld(await planOf(evaluated, remote, { history: noHistory }), version(1));
    expect(textOf(plan, { full: true })).toBe(`\
   ~ assertion/Greet/e/1  service holds 3f2a91c, 1 version back   targetThreshold  3 → 1
   ~ assertion/Greet/e/2  targetThreshold  4 → 2`);
    expect(pageOf(plan, true).match(/service holds/g)).toHaveLength(1);
  });

  it("with the name of the evaluation where it was changed on the service", async () => {
    const plan = withHeld(await planOf(evaluated, remote, { history: noHistory }), {
      type: "none",
    });
    const text = textOf(plan);
    expect(text.match(/was changed on the service/g)).toHaveLength(1);
    expect(text).toContain("evaluation/Greet/e was changed on the service, or applied");
    expect(text.match(/ ! assertion/g)).toHaveLength(2);
  });

  it.each<[string, number, string, string]>([
    ["only lacks assertions of it", 1, "left by an interrupted apply", "incomplete on"],
    [
      "has others than the newest version",
      3,
      "applied from a commit that is not here",
      "changed on",
    ],
  ])("that the evaluation %s", async (_sentence, targetThreshold, origin, note) => {
    const assertions = [costResponse("a", "x", { targetThreshold })];
    const plan = await planOf(
      evaluated,
      { ...remote, assertions },
      { history: historyOf({ line: [evaluated] }) },
    );
    expect(textOf(plan)).toContain(
      `evaluation/Greet/e was changed on the service, or ${origin}. Differences from`,
    );
    expect(pageOf(plan)).toContain(`· **${note} the service**`);
  });
});

describe("on a terminal", () => {
  it("date, author and subject of the commit follow", () => {
    const plan = withHeld(updated, version(1));
    expect(textOf(plan, { showsAuthors: true, full: true })).toContain(
      `1 version back   parameters.name  "gpt" → "gpt-2"\n   2026-11-20  Ann Lee  Lower the temperature`,
    );
    expect(textOf(plan, { full: true })).not.toContain("Ann Lee");
    expect(pageOf(plan, true)).not.toContain("Ann Lee");
  });

  it.each([80, 100, 120])("a note never cuts a name at %i columns", async (width) => {
    const texts = [40, 20]
      .map((length) => prompt.replace("Greet", "n".repeat(length)).replace("gpt", "gpt-2"))
      .join("---\n");
    const prompts = [40, 20].map((length, index) =>
      promptResponse(`p${index}`, { name: "n".repeat(length) }),
    );
    const plan = withHeld(await planOf(texts, { prompts }, { history: noHistory }), version(3));
    const text = textOf(plan, { width, full: true });
    for (const length of [40, 20]) expect(text).toContain(` ~ prompt/${"n".repeat(length)} `);
    expect(text.match(/service holds 3f2a91c, 3 versions back, or set back/g)).toHaveLength(2);
  });
});

it("names of branches, authors and subjects are escaped and masked", () => {
  const hostile = "\u001b[31m::error::`@team` <img src=x> sk-ant-api03-1234567890abcdefghijklmnop";
  const at = { ...heldCommit, author: hostile, subject: hostile };
  const plan = withHeld(updated, {
    type: "other-ref",
    at,
    ref: hostile,
    isChosen: false,
    isMerged: false,
  });
  const text = textOf(plan, { showsAuthors: true, width: 160 });
  expect(text).not.toContain("\u001b");
  const page = pageOf(plan, true);
  expect(page).not.toContain("\u001b");
  expect(page).not.toContain("sk-ant-api03");
  expect(page).toContain("of ``\\u{1b}[31m");
});
