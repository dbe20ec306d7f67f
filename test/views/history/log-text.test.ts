// The history of a definition as text: which version a service holds, and what is said of one that is not shown.
import { expect, it } from "vitest";
import type {
  DefinitionLog,
  HeldByService,
  ServiceWithVersion,
} from "../../../src/engine/history/definition-log.ts";
import type { PastState } from "../../../src/engine/history/family-state.ts";
import { kindNamed } from "../../../src/engine/model/kind.ts";
import type { ReportedWrite } from "../../../src/engine/model/origin.ts";
import { kinds } from "../../../src/kinds.ts";
import { logText } from "../../../src/views/history/log-text.ts";
import { createScreen } from "../../../src/views/text/terminal-text.ts";

const row = kindNamed(kinds, "prompt");
const address = "prompt/Greet";
const hashOf = (digit: string): string => digit.repeat(40);
const info = (digit: string) => ({
  commit: hashOf(digit),
  date: "2026-01-01T00:00:00Z",
  author: "Author A",
  subject: "change",
});
const at = { ...info("9"), orOlder: false };

const defined = (text: string, external = false) => ({
  status: "defined" as const,
  definition: {
    address,
    row,
    name: "Greet",
    renamedFrom: [],
    external,
    content: external ? {} : { messages: [{ role: "user", content: text }] },
  },
});
const absent = { status: "absent" as const };
const unknown = { status: "unknown" as const };

/** Commit 1 added the definition, 2 did not change it, 3 changed it, 4 did not change it. */
const log: DefinitionLog = {
  address,
  workingTree: undefined,
  isHeadKnown: true,
  versions: [
    { introduced: info("3"), state: defined("two"), previous: defined("one") },
    { introduced: info("1"), state: defined("one"), previous: absent },
  ],
  commits: ["4", "3", "2", "1"].map(hashOf),
  end: "first",
};

const service = (held: HeldByService, reported?: ReportedWrite): ServiceWithVersion => ({
  name: "staging",
  baseUrl: "https://prompts.example.com",
  held,
  ...(reported && { reported }),
});

/** The lines of a log after its title, without empty ones. */
function linesOf(
  shown: DefinitionLog,
  services: readonly ServiceWithVersion[] = [],
  width = 100,
): string[] {
  const options = { ...createScreen(false, width), patch: false, services };
  return logText(shown, row, options).split("\n").slice(1).filter(Boolean);
}

const newest = "  3333333  2026-01-01  Author A  change";
const oldest = "  1111111  2026-01-01  Author A  change";
const changed = "           messages[0].content";
const added = "           added";

it.each<[sentence: string, held: HeldByService, lines: string[]]>([
  [
    "a service with the newest commit of a version is marked at the version",
    { type: "version", commit: hashOf("4") },
    [`${newest}  ← staging`, changed, oldest, added],
  ],
  [
    "a service with the commit before the next version is marked at the older one",
    { type: "version", commit: hashOf("2") },
    [newest, changed, `${oldest}  ← staging`, added],
  ],
  [
    "a commit that was not read has a sentence",
    { type: "version", commit: hashOf("8") },
    [
      newest,
      changed,
      oldest,
      added,
      "staging: holds the version of 8888888, which is not in this list.",
    ],
  ],
  [
    "the files have a sentence where they are equal to the newest commit",
    { type: "working-tree" },
    [newest, changed, oldest, added, "staging: holds what the files have."],
  ],
  [
    "a version of another branch names the branch",
    { type: "other-ref", at, ref: "hotfix", isChosen: false, isMerged: false },
    [newest, changed, oldest, added, expect.stringMatching(/^staging: holds .*hotfix/) as string],
  ],
  [
    "a change on the service is not called a version",
    { type: "none" },
    [
      newest,
      changed,
      oldest,
      added,
      "staging: changed on the service, or applied from a commit that is not here.",
    ],
  ],
  [
    "a service without the resource says so",
    { type: "absent" },
    [newest, changed, oldest, added, "staging: does not have it."],
  ],
])("%s", (_sentence, held, lines) => {
  expect(linesOf(log, [service(held)])).toEqual(lines);
});

const origin = { commit: hashOf("7"), dirty: false };
const verifiedRun = { repository: "octo/shop", commit: hashOf("8") };
it.each<[what: string, reported: ReportedWrite, sentence: string | undefined]>([
  ["neither key nor origin", { number: 7 }, undefined],
  ["a key", { number: 7, keyName: "ci" }, "version 7 was written with the key ci."],
  ["a commit", { number: 7, origin }, "version 7 was sent from 7777777, as reported."],
  [
    "uncommitted changes of a file, and a key",
    { number: 7, keyName: "ci", origin: { ...origin, path: "a.yaml", dirty: true } },
    "version 7 was sent from 7777777 a.yaml with uncommitted changes, as reported with the key ci.",
  ],
  [
    "a key, and a verified run",
    { number: 7, keyName: "ci", verifiedRun },
    "version 7 was written with the key ci, by a run of octo/shop at 8888888 (verified).",
  ],
  [
    "a commit, and a verified run of another one",
    { number: 7, origin, verifiedRun },
    "version 7 was sent from 7777777, as reported, by a run of octo/shop at 8888888 (verified).",
  ],
])("of a service that reports %s, the log says what it reports", (_what, reported, sentence) => {
  const lines = linesOf(log, [service({ type: "version", commit: hashOf("4") }, reported)]);
  expect(lines.slice(4)).toEqual(sentence === undefined ? [] : [`staging: ${sentence}`]);
});

it.each<[what: string, state: PastState, previous: PastState, line: string]>([
  ["an unknown older commit", defined("one"), unknown, "at or before this commit"],
  ["a first external definition", defined("", true), absent, "added as external"],
  ["a definition that becomes external", defined("", true), defined("one"), "became external"],
  ["one that is no longer external", defined("one"), defined("", true), "no longer external"],
  ["a removal", absent, defined("one"), "removed"],
])("the line of %s", (_what, state, previous, line) => {
  const version = { introduced: info("3"), state: state as typeof absent, previous };
  expect(linesOf({ ...log, versions: [version] }).slice(1)).toEqual([`           ${line}`]);
});

it("of files whose newest commit is unknown, no change is shown", () => {
  const shown = { ...log, workingTree: defined("three"), isHeadKnown: false };
  expect(linesOf(shown).slice(0, 2)).toEqual([
    "  working tree, not known whether committed",
    newest,
  ]);
});

it("on a terminal, a subject is cut so that the marks of services stay", () => {
  const subject = "a long subject ".repeat(20);
  const versions = [{ ...log.versions[0]!, introduced: { ...info("3"), subject } }];
  const options = { ...createScreen(false, 60, true), patch: false };
  const services = [service({ type: "version", commit: hashOf("4") })];
  const text = logText({ ...log, versions }, row, { ...options, services });
  const line = text.split("\n").find((each) => each.includes("3333333"))!;
  expect(line.endsWith("  ← staging") && line.length <= 60).toBe(true);
});
