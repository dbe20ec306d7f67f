// The git history of a large world: 20,000 commits in ten years, or as many as its scale says. It ends with
// the files of the world, but for the prompts that the last commits edit.
//
// Of 20 prompts one moves from another folder, one has another name at first, one is changed and reverted,
// and two change several times; the others never change. Two teams come from repositories of their own.
import { commit, move, write } from "./fast-import.mjs";
import {
  promptFile,
  promptPath,
  promptsIn,
  teamFolder,
  wholeConfiguration,
  worldFiles,
} from "./world.mjs";

const commitsOfAll = 20_000;
const years = 10;
const start = 1_480_000_000;
/** The last teams: each was a project of its own until it was merged. */
const mergedTeams = [48, 49];
const ownCommits = 200;

/** The number of prompts that the last commits edit. Of ten, nine changed before, and one never since the first commit. */
export const editsIn = 100;

/** The commits for git fast-import. */
export function* worldHistory(scale) {
  const commits = commitsOfAll * scale;
  const step = Math.floor((years * 365.25 * 86_400) / commits);
  let seconds = start;
  const next = (message, changes, more = {}) =>
    commit(changes, { seconds: (seconds += step), message, ...more });
  const files = [...worldFiles(scale)];
  const merged = mergedTeams.map((team) => {
    const own = files.filter(([path]) => path.startsWith(`${teamFolder(team)}/`));
    return { branch: `team-${team}`, changes: own.map(([path, text]) => write(path, text)) };
  });
  for (const { branch, changes } of merged) {
    yield next("import", changes, { branch });
    for (let number = 1; number < ownCommits * scale; number += 1)
      yield next("notes", [write(`${branch}.txt`, `${number}\n`)], { branch });
  }
  const isMerged = ([path]) => mergedTeams.some((team) => path.startsWith(`${teamFolder(team)}/`));
  const first = firstVersions(scale);
  yield next("first version", [
    write(...wholeConfiguration),
    ...files
      .filter((file) => !isMerged(file))
      .map(([path, text]) => write(...(first.get(path) ?? [path, text]))),
  ]);
  const steps = [...changesOfYears(scale, commits)];
  const mergeAfter = Math.floor(steps.length / 3);
  for (const [index, [message, change]] of steps.entries()) {
    yield next(message, [change]);
    const other = merged[index / mergeAfter - 1];
    if (other) yield next(`merge ${other.branch}`, other.changes, { merges: other.branch });
  }
  for (const number of editedPrompts(scale))
    yield next("edit", [
      write(promptPath(number, scale), promptFile(number, scale, { tokens: 2048 })),
    ]);
}

/** The prompts of the teams that were there first whose number leaves this remainder. */
function numbers(scale, remainder, modulus) {
  const count = (promptsIn(scale) * mergedTeams[0]) / 50;
  return Array.from({ length: Math.ceil((count - remainder) / modulus) }, (_, index) => {
    return remainder + index * modulus;
  });
}

/** The files of the first commit that differ from those of the world: by their path there. */
function firstVersions(scale) {
  return new Map([
    ...numbers(scale, 3, 20).map((number) => [
      promptPath(number, scale),
      [promptPath(number, scale, "old"), promptFile(number, scale)],
    ]),
    ...numbers(scale, 7, 20).map((number) => [
      promptPath(number, scale),
      [promptPath(number, scale), promptFile(number, scale, { label: "draft" })],
    ]),
  ]);
}

/** The changes between the first commit and the edits, as pairs of message and change. */
function* changesOfYears(scale, commits) {
  const at = (number) => promptPath(number, scale);
  const as = (number, version) => write(at(number), promptFile(number, scale, version));
  const rare = [
    ...numbers(scale, 3, 20).map((each) => [
      ["move", move(promptPath(each, scale, "old"), at(each))],
    ]),
    ...numbers(scale, 7, 20).map((each) => [["rename", as(each)]]),
    ...numbers(scale, 9, 20).map((each) => [
      ["change", as(each, { tokens: 4096 })],
      ["revert", as(each)],
    ]),
  ];
  const changed = numbers(scale, 1, 10);
  const left = commits - 2 * ownCommits * scale - 3 - editsIn - rare.flat().length;
  const rareEvery = Math.floor(left / rare.length);
  for (let number = 0; number < left; number += 1) {
    if (number % rareEvery === 0) yield* rare[number / rareEvery] ?? [];
    const isLast = number + changed.length >= left;
    const tokens = isLast ? 1024 : 2000 + number;
    yield number % 10 === 0 && !isLast
      ? ["notes", write(`notes/${number % 50}.txt`, `${number}\n`)]
      : ["change", as(changed[number % changed.length], { tokens })];
  }
}

/** The numbers of the prompts that the last commits edit. */
function editedPrompts(scale) {
  const [changed, never] = [numbers(scale, 1, 10), numbers(scale, 2, 10)];
  return Array.from({ length: editsIn }, (_, index) => {
    const from = index % 10 === 0 ? never : changed;
    return from[Math.floor((index * from.length) / editsIn)];
  });
}
