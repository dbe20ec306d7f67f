// Finds the versions on the line that the service was sent last, where it reports the origins of writes.
import { type DefinedVersion, sentVersions } from "../../engine/history/held-version.ts";
import type { ProjectHistory } from "../../engine/history/project-history.ts";
import type { HistorySubject } from "../../engine/history/questions.ts";
import type { MatchResult } from "../../engine/match/match-context.ts";
import { hadChild } from "../../engine/merge/merge-definition.ts";
import { jsonEquals, type JsonObject } from "../../engine/model/json.ts";
import type { Kind, Kinds } from "../../engine/model/kind.ts";
import type { ServiceReader } from "../../engine/model/ports.ts";
import { mapReferences } from "../../engine/model/references.ts";
import {
  type Address,
  addressOf,
  type Definition,
  definitionsByName,
  type Observed,
} from "../../engine/model/resource.ts";
import {
  numberedChildKinds,
  withoutNumberedChildren,
} from "../../engine/normalize/comparable-content.ts";
import { canonicalForm } from "../../engine/normalize/normalize.ts";
import { type AddressOfId, observe, remoteAddress } from "../../engine/normalize/observe.ts";

/** What the service reports about a resource and its numbered children. */
export interface ReportedBase {
  /** The versions on the line that have what was sent last from clean commits. Not empty. */
  readonly versions: readonly JsonObject[];
  /** The commits of the last origins of what was written since without an origin. */
  readonly changedSince: readonly string[];
}

/** The versions of a definition that were sent, and what its resource has. */
interface SentVersions {
  /** The versions on the line, the newest first. */
  readonly sent: readonly DefinedVersion[];
  /** Their contents. References are as they are in definitions. */
  readonly contents: readonly JsonObject[];
  /** The content of the resource, in the same form. */
  readonly service: JsonObject;
  /** Undefined if the service does not report versions, or no version on the line has what was sent. */
  readonly reported: ReportedBase | undefined;
}

export interface VersionSources {
  readonly kinds: Kinds;
  readonly service: Pick<ServiceReader, "versions">;
  readonly history: ProjectHistory;
  readonly definitions: readonly Definition[];
  readonly matching: MatchResult;
}

/**
 * Returns a function that finds the versions of a matched definition, and asks the service for those of
 * its resource. It returns undefined for a definition that no commit has.
 */
export function sentVersionsFinder(
  sources: VersionSources,
): (subject: HistorySubject) => Promise<SentVersions | undefined> {
  const { kinds, history, matching } = sources;
  const withAddresses = currentReferences(sources);
  const findReported = reportedBaseFinder(sources);
  const observed = new Map(matching.matches.map((each) => [each.desired.address, each.observed]));
  return async ({ family, own: { row, address = "", content } }) => {
    const sent = sentVersions(kinds, history, family.address, address);
    const contents = sent.map(({ definition }) => withAddresses(row, definition.content));
    const resource = observed.get(address);
    if (contents.length === 0 || !resource) return undefined;
    const reported = await findReported(resource, contents);
    return { sent, contents, service: withAddresses(row, content), reported };
  };
}

/** Asks the service for the versions of each resource. */
function reportedBaseFinder({
  kinds,
  service,
  matching: { matches, observed: remote },
}: VersionSources): (
  owner: Observed,
  line: readonly JsonObject[],
) => Promise<ReportedBase | undefined> {
  const addresses = new Map(
    matches.flatMap(({ desired, observed }) =>
      observed ? [[remoteAddress(observed.row.kind, observed.id), desired.address] as const] : [],
    ),
  );
  const addressOfId: AddressOfId = (...reference) => addresses.get(remoteAddress(...reference));
  const readReports = async ({ row, id }: Observed): Promise<Reports> => {
    const versions = (await service.versions(row.kind, id)) ?? [];
    return {
      sent: versions.flatMap(({ origin, content }) =>
        origin && !origin.dirty && content
          ? [canonicalForm(row.shape, observe(row, content, addressOfId).spec)]
          : [],
      ),
      changedSince: versions[0]?.origin
        ? undefined
        : versions.find(({ origin }) => origin)?.origin?.commit,
    };
  };
  return async (owner, line) => {
    const children = numberedChildren(kinds, remote, owner);
    const [own, ...ofChildren] = await Promise.all([
      readReports(owner),
      ...children.map(readReports),
    ]);
    const withOwn = newestOnLine(own!.sent, line, (version, content) =>
      jsonEquals(withoutNumberedChildren(kinds, owner.row.kind, version), content),
    );
    const withChildren = children.map(({ row }, index) =>
      newestOnLine(ofChildren[index]!.sent, line, (version, content) =>
        hadChild(row, [version], content),
      ),
    );
    const versions = withOwn?.filter((version) =>
      withChildren.every((some) => some?.includes(version) ?? true),
    );
    if (!versions || versions.length === 0) return undefined;
    const changedSince = [own!, ...ofChildren].flatMap((each) => each.changedSince ?? []);
    return { versions, changedSince };
  };
}

/** The numbered children of a resource. */
export function numberedChildren(
  kinds: Kinds,
  remote: MatchResult["observed"],
  { row, id }: Pick<Observed, "row" | "id">,
): Observed[] {
  return numberedChildKinds(kinds, row.kind).flatMap(({ kind }) =>
    (remote.get(kind) ?? []).filter(({ parentId }) => parentId === id),
  );
}

interface Reports {
  /** What was sent from a commit without other changes, newest first. */
  readonly sent: readonly JsonObject[];
  /** The commit of the last origin; undefined if the newest version has one, or none has. */
  readonly changedSince: string | undefined;
}

/** The versions with the newest content that one of them has; undefined if none has any. */
function newestOnLine(
  contents: readonly JsonObject[],
  line: readonly JsonObject[],
  has: (version: JsonObject, content: JsonObject) => boolean,
): readonly JsonObject[] | undefined {
  return contents
    .map((content) => line.filter((version) => has(version, content)))
    .find((versions) => versions.length > 0);
}

/**
 * Returns a function that replaces the names on the service, as versions have them, by addresses, as
 * definitions have them.
 */
export function currentReferences({
  definitions,
  matching,
}: {
  readonly definitions: readonly Definition[];
  readonly matching: MatchResult;
}): (row: Kind, content: JsonObject) => JsonObject {
  const defined = definitionsByName(definitions);
  const others = new Map<string, Address>(
    matching.leftovers.flatMap(({ row, observed: { id, name } }) =>
      name === undefined ? [] : [[addressOf(row.kind, name), remoteAddress(row.kind, id)] as const],
    ),
  );
  return (row, content) =>
    mapReferences(row, content, (name) => defined.get(name)?.address ?? others.get(name) ?? name);
}
