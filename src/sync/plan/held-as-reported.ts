// Finds what was changed on the service, where it reports versions: also what was set back to a version
// that git had before. And of all that: what the newest version on the line has. Somebody has taken it
// over, for example with pull, and an apply loses nothing. Only where the service reports the version
// from which it was changed: a guess could lose an edit.
import { type ContentComparison, sentVersions } from "../../engine/history/held-version.ts";
import type { ProjectHistory } from "../../engine/history/project-history.ts";
import type { HistorySubject, Subjects } from "../../engine/history/questions.ts";
import type { MatchResult } from "../../engine/match/match-context.ts";
import { mergeDefinition } from "../../engine/merge/merge-definition.ts";
import { knownBases } from "../../engine/merge/merge-versions.ts";
import { jsonEquals } from "../../engine/model/json.ts";
import { kindNamed } from "../../engine/model/kind.ts";
import type { Change, HeldVersion } from "../../engine/model/plan.ts";
import type { ServiceReader } from "../../engine/model/ports.ts";
import type { Address, Definition } from "../../engine/model/resource.ts";
import type { HistoryReader } from "./read-history.ts";
import { currentReferences, type ReportedBase, reportedBaseFinder } from "./reported-versions.ts";

export interface ReportSources {
  readonly service: Pick<ServiceReader, "versions">;
  readonly comparison: ContentComparison;
  readonly reader: Pick<HistoryReader, "contains">;
  readonly history: ProjectHistory;
  readonly definitions: readonly Definition[];
  readonly matching: MatchResult;
  readonly subjects: Subjects;
}

/** The changes; what they hold is as the service reports it. */
export async function heldAsReported(
  sources: ReportSources,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const asked = new Map<Address, Asked>();
  const addresses = new Map<Change, Address>();
  for (const change of changes) {
    const subject = isAsked(change.held) ? sources.subjects.ofChange(change) : undefined;
    const address = subject?.own.address;
    if (!subject || address === undefined) continue;
    addresses.set(change, address);
    asked.set(address, { subject, held: change.held! });
  }
  if (asked.size === 0) return changes;
  const asReported = heldFinder(sources);
  const held = new Map(
    await Promise.all(
      [...asked].map(async ([address, each]) => [address, await asReported(each)] as const),
    ),
  );
  return changes.map((change) => {
    const address = addresses.get(change);
    return address === undefined ? change : { ...change, held: held.get(address)! };
  });
}

interface Asked {
  readonly subject: HistorySubject;
  readonly held: HeldVersion;
}

function isAsked(held: HeldVersion | undefined): boolean {
  if (held?.type === "none") return held.newest !== undefined && held.isPartial !== true;
  return held?.type === "version" || held?.type === "other-ref";
}

function heldFinder({
  service,
  comparison: { kinds },
  reader,
  history,
  definitions,
  matching,
}: ReportSources): (asked: Asked) => Promise<HeldVersion> {
  const withAddresses = currentReferences(kinds, { definitions, matching });
  const findReported = reportedBaseFinder(kinds, service, matching);
  const observed = new Map(matching.matches.map((each) => [each.desired.address, each.observed]));
  /** Whether the version was there already when the one was sent from which the service was changed. */
  const isSetBack = async (held: HeldVersion, { changedSince }: ReportedBase): Promise<boolean> => {
    if (!("at" in held)) return false;
    const { commit } = held.at;
    const known = await Promise.all(changedSince.map((each) => reader.contains(each, commit)));
    return known.some((isContained) => isContained !== false);
  };
  return async ({ subject: { family, own }, held }) => {
    const { kind, address = "", content } = own;
    const sent = sentVersions(kinds, history, family.address, address);
    const contents = sent.map(({ definition }) => withAddresses(kind, definition.content));
    const [files] = contents;
    const resource = observed.get(address);
    const reported = files && resource && (await findReported(resource, contents));
    if (!reported) return held;
    const sides = { files, service: withAddresses(kind, content) };
    if (held.type !== "none") {
      if (reported.versions.some((version) => jsonEquals(version, sides.service))) return held;
      if (!(await isSetBack(held, reported))) return held;
    }
    const merged = mergeDefinition(kindNamed(kinds, kind), sides, knownBases(reported.versions));
    const { at, definition } = sent[0]!;
    return {
      type: "none",
      newest: { at, content: definition.content, observed: content },
      ...(merged.conflicts.length === 0 &&
        jsonEquals(merged.content, files) && { isTakenOver: true }),
    };
  };
}
