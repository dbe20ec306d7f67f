// Says who wrote what no version in git has, where the service reports versions: the first page of them,
// and only of what was changed on the service. A plan is the same without an answer.
import type { ProjectHistory } from "../../engine/history/project-history.ts";
import type { MatchResult } from "../../engine/match/match-context.ts";
import { onFailure } from "../../engine/model/failure.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import type { ReportedWrite } from "../../engine/model/origin.ts";
import type { HeldVersion } from "../../engine/model/held-version.ts";
import type { Change } from "../../engine/model/plan.ts";
import type { ServiceReader } from "../../engine/model/ports.ts";
import type { Observed } from "../../engine/model/resource.ts";
import { numberedChildKinds, versionedAddress } from "../../engine/normalize/comparable-content.ts";
import { numberedChildren } from "./reported-versions.ts";

export interface WriteSources {
  readonly kinds: Kinds;
  readonly service: Pick<ServiceReader, "versions">;
  readonly history: ProjectHistory;
  readonly matching: MatchResult;
}

/** The changes; what was changed on the service says who wrote it last, as far as that is reported. */
export async function withReportedWrites(
  sources: WriteSources,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  if (!changes.some(({ held }) => isAsked(held))) return changes;
  const writeOf = writeFinder(sources);
  return Promise.all(
    changes.map(async (change) => {
      const { held } = change;
      if (!isAsked(held)) return change;
      const reported = await writeOf(change);
      return reported ? { ...change, held: { ...held, reported } } : change;
    }),
  );
}

/** Whether it was changed on the service, and neither left by an apply nor taken over. */
function isAsked(
  held: HeldVersion | undefined,
): held is Extract<HeldVersion, { readonly type: "none" }> {
  return held?.type === "none" && !held.isPartial && !held.isTakenOver;
}

type Resource = Pick<Observed, "row" | "id">;

function resourceOf(change: Change): Resource | undefined {
  return change.action === "delete" ? change : undefined;
}

function writeFinder({
  kinds,
  service,
  history,
  matching: { matches, observed: remote },
}: WriteSources): (change: Change) => Promise<ReportedWrite | undefined> {
  const matched = new Map(matches.map(({ desired, observed }) => [desired.address, observed]));
  const commits = new Set(history.commits.map(({ info }) => info.commit));
  const isFromLine = ({ origin }: ReportedWrite): boolean =>
    origin !== undefined && !origin.dirty && commits.has(origin.commit);
  const lastWrite = async ({ row, id }: Resource): Promise<ReportedWrite | undefined> => {
    const versions = await service.versions(row.kind, id).catch(onFailure(() => undefined));
    const newest = versions?.[0];
    if (!newest) return undefined;
    const { content: _content, ...write } = newest;
    return write;
  };
  return async (change) => {
    const owner = matched.get(versionedAddress(change)) ?? resourceOf(change);
    if (!owner) return undefined;
    const children = numberedChildren(kinds, remote, owner);
    const [own, ...ofChildren] = await Promise.all([owner, ...children].map(lastWrite));
    const isAlone =
      change.action !== "delete" && numberedChildKinds(kinds, owner.row.kind).length === 0;
    // Another part was changed, or deleted, if the last write of this one sent a commit of the line.
    return isAlone ? own : [own, ...ofChildren].find((write) => write && !isFromLine(write));
  };
}
