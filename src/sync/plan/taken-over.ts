// Finds what was changed on the service and is in the newest version on the line: somebody has taken it
// over, for example with pull. An apply of that version loses nothing. Only where the service reports the
// version from which it was changed: a guess could lose an edit.
import { type ContentComparison, sentVersions } from "../../engine/history/held-version.ts";
import type { ProjectHistory } from "../../engine/history/project-history.ts";
import type { HistorySubject, Subjects } from "../../engine/history/questions.ts";
import type { MatchResult } from "../../engine/match/match-context.ts";
import { knownVersions, mergeDefinition } from "../../engine/merge/merge-definition.ts";
import { jsonEquals } from "../../engine/model/json.ts";
import { kindNamed } from "../../engine/model/kind.ts";
import type { Change } from "../../engine/model/plan.ts";
import type { ServiceReader } from "../../engine/model/ports.ts";
import type { Address, Definition } from "../../engine/model/resource.ts";
import { currentReferences, reportedVersionsFinder } from "./reported-versions.ts";

export interface TakenOverSources {
  readonly service: Pick<ServiceReader, "versions">;
  readonly comparison: ContentComparison;
  readonly history: ProjectHistory;
  readonly definitions: readonly Definition[];
  readonly matching: MatchResult;
  readonly subjects: Subjects;
}

/** The changes; those of definitions whose newest version has what the service has say so. */
export async function withTakenOver(
  sources: TakenOverSources,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const asked = new Map<Address, HistorySubject>();
  for (const change of changes) {
    const subject = isChangedOnService(change) ? sources.subjects.ofChange(change) : undefined;
    if (subject?.own.address !== undefined) asked.set(subject.own.address, subject);
  }
  if (asked.size === 0) return changes;
  const isTakenOver = takenOverTest(sources);
  const answers = await Promise.all(
    [...asked].map(async ([address, subject]) => ((await isTakenOver(subject)) ? [address] : [])),
  );
  const found = new Set(answers.flat());
  return changes.map((change) => {
    if (!isChangedOnService(change)) return change;
    const address = sources.subjects.ofChange(change)?.own.address;
    return address !== undefined && found.has(address)
      ? { ...change, held: { ...change.held, isTakenOver: true } }
      : change;
  });
}

function isChangedOnService(
  change: Change,
): change is Change & { readonly held: { readonly type: "none" } } {
  const { held } = change;
  return held?.type === "none" && held.newest !== undefined && held.isPartial !== true;
}

function takenOverTest({
  service,
  comparison: { kinds },
  history,
  definitions,
  matching,
}: TakenOverSources): (subject: HistorySubject) => Promise<boolean> {
  const withAddresses = currentReferences(kinds, { definitions, matching });
  const findReported = reportedVersionsFinder(kinds, service, matching);
  const observed = new Map(matching.matches.map((each) => [each.desired.address, each.observed]));
  return async ({ family, own: { kind, address = "", content } }) => {
    const line = sentVersions(kinds, history, family.address, address).map(({ definition }) =>
      withAddresses(kind, definition.content),
    );
    const [files] = line;
    const resource = observed.get(address);
    const reported = files && resource && (await findReported(resource, line));
    if (!reported) return false;
    const sides = { files, service: withAddresses(kind, content) };
    const merged = mergeDefinition(kindNamed(kinds, kind), sides, knownVersions(reported));
    return merged.conflicts.length === 0 && jsonEquals(merged.content, files);
  };
}
