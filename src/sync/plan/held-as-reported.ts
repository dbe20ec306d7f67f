// Finds what was changed on the service, where it reports versions: also what was set back to a version
// that git had before. Says whether the newest version on the line has all of it: then somebody has taken
// it over, for example with pull, and an apply loses nothing. Only where the service reports the version
// from which it was changed: a guess could lose an edit.
import { newestVersion } from "../../engine/history/held-versions.ts";
import type { HistorySubject, Subjects } from "../../engine/history/questions.ts";
import { mergeDefinition } from "../../engine/merge/merge-definition.ts";
import { knownBases } from "../../engine/merge/merge-versions.ts";
import { jsonEquals } from "../../engine/model/json.ts";
import { onFailure } from "../../engine/model/failure.ts";
import type { HeldVersion } from "../../engine/model/held-version.ts";
import type { Change } from "../../engine/model/plan.ts";
import type { Address } from "../../engine/model/resource.ts";
import type { HistoryReader } from "./read-history.ts";
import { type ReportedBase, sentVersionsFinder, type VersionSources } from "./reported-versions.ts";

export interface ReportSources extends VersionSources {
  readonly reader: Pick<HistoryReader, "contains">;
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
    const { held } = change;
    if (!isAsked(held)) continue;
    const subject = sources.subjects.ofChange(change);
    const address = subject?.own.address;
    if (!subject || address === undefined) continue;
    addresses.set(change, address);
    asked.set(address, { subject, held });
  }
  if (asked.size === 0) return changes;
  const asReported = heldFinder(sources);
  const reported = new Map(
    await Promise.all(
      [...asked].map(async ([address, each]) => [address, await asReported(each)] as const),
    ),
  );
  return changes.map((change) => {
    const address = addresses.get(change);
    return address === undefined ? change : { ...change, held: reported.get(address)! };
  });
}

interface Asked {
  readonly subject: HistorySubject;
  readonly held: KnownVersion;
}

type KnownVersion = Exclude<HeldVersion, { readonly type: "unknown" }>;

function isAsked(held: HeldVersion | undefined): held is KnownVersion {
  if (held?.type === "none") return held.newest !== undefined && held.isPartial !== true;
  return held?.type === "version" || held?.type === "other-ref";
}

function heldFinder(sources: ReportSources): (asked: Asked) => Promise<KnownVersion> {
  const { reader } = sources;
  const findSent = sentVersionsFinder(sources);
  /** Whether the version was there already when the one was sent from which the service was changed. */
  const isSetBack = async (
    held: KnownVersion,
    { changedSince }: ReportedBase,
  ): Promise<boolean> => {
    if (!("at" in held)) return false;
    const { commit } = held.at;
    const known = await Promise.all(changedSince.map((each) => reader.contains(each, commit)));
    return known.some((isContained) => isContained !== false);
  };
  return async ({ subject, held }) => {
    const found = await findSent(subject).catch(
      onFailure((failure) => {
        if (held.type === "none") return undefined; // it stays changed on the service
        throw failure;
      }),
    );
    if (!found?.reported) return held;
    const { sent, contents, service, reported } = found;
    if (held.type !== "none") {
      if (reported.versions.some((version) => jsonEquals(version, service))) return held;
      if (!(await isSetBack(held, reported))) return held;
    }
    const { row } = subject.own;
    const sides = { files: contents[0]!, service };
    const merged = mergeDefinition(row, sides, knownBases(reported.versions));
    const { at, definition } = sent[0]!;
    const { renamedSince } = held;
    return {
      type: "none",
      ...(renamedSince && { renamedSince }),
      newest: newestVersion(subject, { at, content: definition.content }),
      ...(merged.conflicts.length === 0 &&
        jsonEquals(merged.content, sides.files) && { isTakenOver: true }),
    };
  };
}
