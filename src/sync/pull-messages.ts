// What pull says of what it will not do, and of what it leaves to its author.
import { fileAndLine } from "../engine/model/diagnostic.ts";
import { Failure } from "../engine/model/failure.ts";
import { hintText, someLines, someOf } from "../engine/model/hint.ts";
import type { RenameHint } from "../engine/diff/rename-hints.ts";
import type { Plan } from "../engine/model/plan.ts";
import type { Project } from "./load.ts";
import type { Planned } from "./plan.ts";
import type { Left } from "./pull-changed.ts";

/** A plan with refusals says nothing of what is what. */
export function refuseRefused({ refusals }: Plan): void {
  const [first] = refusals;
  if (first) throw new Failure("refused", first.code, first.message, first.hint.split("\n"));
}

/** A definition that may be of the same thing. */
export function renamedNote({ address, kind, name, id }: RenameHint): string {
  return hintText(
    `${address} looks like the ${kind} "${name}" (id:${id}), which is written as a new one. If it is the same under a new name, give its definition that name before you pull.`,
  );
}

/** To take a definition out with all that is said around it wants to be sure that it is gone. */
export function refuseRenamed(project: Project, alike: readonly RenameHint[]): void {
  const [first] = alike;
  if (!first) return;
  const { address, kind, name, id } = first;
  const { draft } = project.sources.get(address)!;
  throw new Failure(
    "refused",
    "renamed",
    `${address} looks like the ${kind} "${name}" (id:${id}): it may have got a new name, and --prune would take its definition away. Nothing was written.`,
    [
      `If it is the same: change its name in ${fileAndLine(draft.document.locate([...draft.path, "name"]))}, then pull again.`,
      "If it is not: delete its definition by hand, or pull without --prune first.",
    ],
  );
}

/** Nothing is written where something would not be as it is on the service. */
export function cannotChange(project: Project, left: readonly Left[]): Failure {
  const lines = left.map(({ address, why }) => {
    const draft = project.sources.get(address)?.draft;
    const location = draft && fileAndLine(draft.document.locate(draft.path));
    return `${address}${location === undefined ? "" : ` (${location})`}${why === undefined ? "" : `: ${why}`}`;
  });
  return new Failure(
    "refused",
    "cannot-change",
    "Some definitions differ from what the service holds in a way that cannot be changed where they stand. Nothing was written.",
    [
      ...someLines([...new Set(lines)]),
      "promptctl plan shows how they differ. Change them by hand, then pull again.",
    ],
  );
}

/** What is left to its author: definitions of what is gone, and files that none includes any more. */
export function leftNotes(
  before: Project,
  { project, plan }: Pick<Required<Planned>, "project" | "plan">,
): string[] {
  const gone = plan.changes.map(({ address }) => address);
  const isIncluded = (path: string): boolean => project.included.has(path);
  const notIncluded = [...before.included.keys()].filter((path) => !isIncluded(path));
  const said: readonly (readonly [readonly string[], string, string])[] = [
    [gone, "Not on the service any more, or not yet", "--prune takes them out of the files"],
    [notIncluded, "No definition includes these files any more", "They are left"],
  ];
  return said.flatMap(([names, what, more]) =>
    names.length > 0 ? [hintText(`${what}: ${someOf(names)}. ${more}.`)] : [],
  );
}
