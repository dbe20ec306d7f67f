// What a merge of the files and the service takes from each, by the versions in git: what
// laws/property/pull-merge.test.ts does not say of it.
import { describe, expect, it } from "vitest";
import {
  mergeDefinition,
  type MergedDefinition,
} from "../../../src/engine/merge/merge-definition.ts";
import { guessedBases } from "../../../src/engine/merge/merge-versions.ts";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { pathText } from "../../../src/engine/json/field-path.ts";
import { kindNamed } from "../../../src/engine/model/kind.ts";
import { kinds } from "../../../src/kinds.ts";

const prompt = kindNamed(kinds, "prompt");
const assertion = kindNamed(kinds, "assertion");

interface Row {
  readonly name: string;
  /** Newest first. */
  readonly line: readonly JsonObject[];
  /** The newest version if absent. */
  readonly files?: JsonObject;
  readonly service: JsonObject;
  readonly content: JsonObject;
  readonly older?: readonly string[];
  readonly joined?: readonly string[];
  readonly conflicts?: readonly string[];
}

function mergeOf({ line, files = line[0]!, service }: Row): MergedDefinition {
  return mergeDefinition(prompt, { files, service }, guessedBases(line, service));
}

/** A text with one version of each of its lines. */
const text = (...versions: number[]): JsonObject => ({
  text: versions.map((version, line) => `line ${line} v${version}`).join("\n"),
});

const rows: readonly Row[] = [
  {
    name: "a value that only a later commit changed stays, also beside a hotfix",
    line: [
      { a: 2, b: 1, c: 1 },
      { a: 1, b: 1, c: 1 },
    ],
    service: { a: 1, b: 3, c: 1 },
    content: { a: 2, b: 3, c: 1 },
    older: ["a"],
  },
  {
    name: "a hotfix of the third of five versions",
    line: [5, 4, 3, 2, 1].map((version) => text(version, 1, 1, 1, 1)),
    service: text(3, 1, 1, 1, 9),
    content: text(5, 1, 1, 1, 1), // an older version may be the base: the later two survive
    conflicts: ["text"],
  },
  {
    name: "an item that a commit appended, where the service has appended another one",
    line: [
      {
        list: [
          { a: 1, b: 1 },
          { a: 2, b: 2 },
        ],
      },
      { list: [{ a: 1, b: 1 }] },
    ],
    service: {
      list: [
        { a: 1, b: 1 },
        { a: 2, b: 3 },
      ],
    },
    content: {
      list: [
        { a: 1, b: 1 },
        { a: 2, b: 2 },
      ],
    },
    conflicts: ["list"],
  },
  {
    name: "an uncommitted change counts as one of the files",
    line: [{ a: 1, b: 1 }],
    files: { a: 2, b: 1 },
    service: { a: 3, b: 3 },
    content: { a: 2, b: 3 },
    conflicts: ["a"],
  },
  {
    name: "lines of a text that each side changed are joined",
    line: [text(2, 1, 1, 1, 1, 1, 1), text(1, 1, 1, 1, 1, 1, 1)],
    files: text(2, 2, 2, 1, 1, 1, 1),
    service: text(1, 1, 1, 1, 1, 1, 9),
    content: text(2, 2, 2, 1, 1, 1, 9),
    joined: ["text"],
  },
  {
    name: "a hotfix on a version that is far behind keeps the newer lines",
    line: [text(5, 5, 5, 1, 1, 1, 1, 1), text(1, 1, 1, 1, 1, 1, 1, 1)],
    service: text(1, 1, 1, 1, 1, 1, 1, 9),
    content: text(5, 5, 5, 1, 1, 1, 1, 9),
    joined: ["text"],
  },
  {
    name: "a hotfix that has some of the newer lines too",
    line: [text(1, 2, 1, 2, 1, 2, 1, 1), text(1, 1, 1, 1, 1, 1, 1, 1)],
    service: text(1, 2, 1, 2, 1, 1, 1, 9),
    content: text(1, 2, 1, 2, 1, 2, 1, 9),
    joined: ["text"],
  },
  {
    name: "a hotfix that has nearly all of the newer lines: it is not known who took back the other",
    line: [text(2, 2, 2, 2, 2, 1), text(1, 1, 1, 1, 1, 1)],
    service: text(2, 2, 2, 2, 1, 9),
    content: text(2, 2, 2, 2, 2, 1),
    conflicts: ["text"],
  },
  {
    name: "the same line changed by both",
    line: [text(5, 5, 5, 1), text(1, 1, 1, 1)],
    service: text(9, 1, 1, 1),
    content: text(5, 5, 5, 1),
    conflicts: ["text"],
  },
  {
    name: "equal changes of both sides",
    line: [{ a: 2 }, { a: 1 }],
    files: { a: 3 },
    service: { a: 3 },
    content: { a: 3 },
  },
  {
    name: "references are a set: one added by each side, one removed by the service",
    line: [{ tools: ["tool/a", "tool/b", "tool/c"] }, { tools: ["tool/a", "tool/b"] }],
    service: { tools: ["tool/a", "tool/d"] },
    content: { tools: ["tool/a", "tool/c", "tool/d"] },
  },
  {
    name: "items of a list of the same length are merged one by one",
    line: [{ m: [{ t: "x" }, { t: "new" }] }, { m: [{ t: "x" }, { t: "old" }] }],
    service: { m: [{ t: "hotfix" }, { t: "old" }] },
    content: { m: [{ t: "hotfix" }, { t: "new" }] },
    older: ["m[1].t"],
  },
  {
    name: "a list that got an item on one side and another change on the other",
    line: [{ m: [1, 2, 3] }, { m: [1, 2] }],
    service: { m: [1, 9] },
    content: { m: [1, 2, 3] },
    conflicts: ["m"],
  },
  {
    name: "a key that the service removed",
    line: [{ p: { x: 1, y: 1 }, a: 1 }],
    service: { p: { x: 1 }, a: 1 },
    content: { p: { x: 1 }, a: 1 },
  },
];

describe("merge of a definition:", () => {
  it.each(rows)("$name", (row) => {
    const { content, older, joined, conflicts } = mergeOf(row);
    expect({
      content,
      older: older.map(pathText),
      joined: joined.map(pathText),
      conflicts: conflicts.map(({ path }) => pathText(path)),
    }).toEqual({
      content: row.content,
      older: row.older ?? [],
      joined: row.joined ?? [],
      conflicts: row.conflicts ?? [],
    });
  });
});

const children: readonly [name: string, files: number, service: number, expected: string][] = [
  ["only the service changed it", 1, 9, "service"],
  ["the service has what an earlier version had", 2, 1, "files, older"],
  ["both changed it", 2, 9, "files, conflict"],
];

describe("merge of a numbered child, whose parent has versions with 1, then with 2:", () => {
  it.each(children)("%s", (_name, files, service, expected) => {
    const child = (value: number): JsonObject => ({ value });
    const version = (...values: number[]): JsonObject => ({ assertions: values.map(child) });
    const isNewest = files === 1;
    const line = isNewest ? [version(1)] : [version(2), version(1)];
    const sides = { files: child(files), service: child(service) };
    const merged = mergeDefinition(assertion, sides, guessedBases(line, version(service)));
    const side = merged.content === sides.files ? "files" : "service";
    const log = [...merged.older.map(() => "older"), ...merged.conflicts.map(() => "conflict")];
    expect([side, ...log].join(", ")).toBe(expected);
  });
});
