// The messages and hints of all refusals: why a plan must not be applied, and what to do.
import { groupBy } from "../model/collections.ts";
import { someOf } from "../text/word-lists.ts";
import {
  addressFlags,
  commandText,
  type CommandTarget,
  maxListed,
  pullCommandText,
} from "../text/command-text.ts";
import type { MessageWithHint } from "../model/failure.ts";
import { hintLines, hintText } from "../model/hint.ts";
import type { Kind } from "../model/kind.ts";
import type { Refusal } from "../model/plan.ts";
import type { Address, Definition, Observed } from "../model/resource.ts";
import { overwriteHint, pinLines } from "./refusal-hints.ts";
import { mebibytes } from "../text/quantities.ts";
import { shellQuote } from "../text/shell-quote.ts";

/**
 * One of two duplicates would change, so that their contents would differ. `retainedBecause`: why
 * --prune retains the duplicate; undefined if it deletes it.
 */
export function duplicateChanges(
  { address, name }: Definition,
  { id }: Observed,
  retainedBecause: string | undefined,
  baseUrl: string,
): Refusal {
  return {
    code: "duplicate",
    message: `The service has duplicates named "${name}", and the plan would change ${address}.`,
    hint: hintText([
      retainedBecause === undefined
        ? "Delete the duplicates with --prune first."
        : `--prune does not delete the duplicate: ${retainedBecause}.`,
      "Or add a pin to promptctl.yaml:",
      ...pinLines([address], [id], baseUrl),
    ]),
    addresses: [address],
  };
}

/** A change of a remote resource with values that this version does not know. */
export function unsupportedValues({ address }: Definition, pointers: readonly string[]): Refusal {
  return {
    code: "not-understood",
    message: `${address} has values that this version does not support (${pointers.join(", ")}). Changing it could lose them.`,
    hint: "Use a newer promptctl, or change it with the tool that created it.",
    addresses: [address],
  };
}

/** A replace of a remote resource with children of unknown types. */
export function unsupportedChildTypes({ address }: Definition, ids: readonly string[]): Refusal {
  const children = ids.length === 1 ? "1 child has a type" : `${ids.length} children have types`;
  return {
    code: "not-understood",
    message: `${address} would be replaced, but ${children} that this version does not support (${ids.join(", ")}).`,
    hint: "Use a newer promptctl, or delete it with the tool that created it.",
    addresses: [address],
  };
}

/** A selected change needs an excluded resource that does not exist. */
export function needsExcluded(address: Address, needed: Address): Refusal {
  const pattern = shellQuote(address.replaceAll("*", "\\*"));
  return {
    code: "needs-excluded",
    message: `${address} needs ${needed}, which is excluded and does not exist.`,
    hint: hintText(`Exclude it too (--exclude ${pattern}), or do not exclude ${needed}.`),
    addresses: [address, needed],
  };
}

/** No file has a definition, and resources would be deleted. */
export function nothingLoaded(deletes: number): Refusal {
  const resources = deletes === 1 ? "1 resource" : `${deletes} resources`;
  return {
    code: "nothing-loaded",
    message: `No definitions were loaded, and the plan would delete ${resources}.`,
    hint: "Check the folder. To delete everything, use --allow-mass-delete.",
    addresses: [],
  };
}

/** The plan would delete more resources of a kind than the limit. `total` could be deleted. */
export function massDelete(
  { plural }: Kind,
  { deletes, total, maxPercent }: { deletes: number; total: number; maxPercent: number },
): Refusal {
  const share = deletes === total ? `all ${total}` : `${deletes} of ${total}`;
  const limit = deletes === total ? "" : `, more than the limit of ${maxPercent}%`;
  return {
    code: "mass-delete",
    message: `The plan would delete ${share} ${plural}${limit}. They are not defined in any file.`,
    hint: "To delete them, use --allow-mass-delete. The limit is limits.maxDeletePercent in promptctl.yaml.",
    addresses: [],
  };
}

/**
 * The service holds contents that no commit has, with `conflicts: refuse`. `writers`: who changed each, as
 * ` by key ci`; empty where that is not reported.
 */
export function changedOnService(
  writers: ReadonlyMap<Address, string>,
  target: CommandTarget,
): Refusal {
  const addresses = [...writers.keys()];
  const groups = [...groupBy(addresses, (address) => writers.get(address)!)];
  const others = groups.slice(maxListed).flatMap(([, some]) => some);
  const named: typeof groups = [
    ...groups.slice(0, maxListed),
    ...(others.length > 0 ? [[" by others", others] as [string, Address[]]] : []),
  ];
  const sentences = named.map(([writer, some]) => {
    const were = some.length === 1 ? "was" : "were";
    const by = writer === "" ? ", or applied from a commit that is not here" : writer;
    return `${listed(some)} ${were} changed on the service${by}.`;
  });
  return {
    code: "changed-on-service",
    message: sentences.join(" "),
    hint: conflictHint(addresses, target),
    addresses,
  };
}

/** The service holds versions of other branches or tags, with `conflicts: refuse`. */
export function heldByOtherRef(
  addresses: readonly Address[],
  refs: readonly string[],
  target: CommandTarget,
): Refusal {
  const versions = addresses.length === 1 ? "a version" : "versions";
  return {
    code: "held-by-other-ref",
    message: `The service holds ${versions} of ${listed(addresses)} from ${someOf(refs, maxListed)} that HEAD does not contain.`,
    hint: conflictHint(addresses, target),
    addresses,
  };
}

/**
 * It is not known which versions the service holds, with `conflicts: refuse`. `gap`: why, a clause.
 */
export function unknownVersions(
  addresses: readonly Address[],
  gap: string | undefined,
  target: CommandTarget,
): Refusal {
  const reason = gap ?? "commits cannot be read exactly";
  return {
    code: "unknown-version",
    message: `It is not known which version of ${listed(addresses)} the service holds: ${reason}.`,
    hint: hintText([
      "Remove the reason first, if you can, and plan again. Else, to take all that the service has, in place of newer commits, make a branch and merge it:",
      `${commandText("pull --theirs --branch hotfix", target)} ${addressFlags("--target", addresses)}`,
      ...overwriteHint(addresses),
    ]),
    addresses,
  };
}

/** It is not known what the environment of `after` holds. */
export function upstreamUnknown(
  after: string,
  problem: MessageWithHint,
  addresses: readonly Address[],
): Refusal {
  return {
    code: "promotion-unknown",
    message: `It is not known what ${after} holds, so ${addresses.length === 1 ? "the change waits" : `all ${addresses.length} changes wait`}: ${problem.message}`,
    hint: hintText([
      ...hintLines(problem.hint),
      `${after} is only read. In an emergency: --allow-unpromoted`,
    ]),
    addresses,
  };
}

/** The definitions are not committed, with `conflicts: refuse`. `files`: undefined without git. */
export function uncommittedDefinitions(files: readonly string[] | undefined): Refusal {
  return {
    code: "uncommitted-definitions",
    message:
      files === undefined
        ? "conflicts: refuse requires committed definitions, and git cannot tell whether they are."
        : `conflicts: refuse requires committed definitions: ${someOf(files, maxListed)} ${files.length === 1 ? "differs" : "differ"} from HEAD.`,
    hint: "Commit the files, or set conflicts: warn in promptctl.yaml.",
    addresses: [],
  };
}

function listed(addresses: readonly Address[]): string {
  return someOf(addresses, maxListed);
}

/** The two ways to go on. */
function conflictHint(addresses: readonly Address[], target: CommandTarget): string {
  return hintText([
    "To keep what the service has, make a branch that takes it over, and merge it:",
    pullCommandText(addresses, target),
    ...overwriteHint(addresses),
  ]);
}

/** A resource that the service takes in no request. `size` and `limit` are in bytes. */
export function bodyTooLarge(
  address: Address,
  baseUrl: string,
  { size, limit }: { readonly size: number; readonly limit: number },
): Refusal {
  const service = baseUrl === "local" ? "the embedded service" : baseUrl;
  return {
    code: "too-large",
    message: `The request for ${address} has ${mebibytes(size)}, and ${service} takes at most ${mebibytes(limit)}.`,
    hint: "Check that its texts and images are the ones that are meant, and shorten them.",
    addresses: [address],
  };
}

/** A body with more levels of objects and lists, or with more values, than the service takes. */
export function bodyTooComplex(
  address: Address,
  baseUrl: string,
  [limit, what]: readonly [limit: number, what: "levels of objects and lists" | "values"],
): Refusal {
  const service = baseUrl === "local" ? "the embedded service" : baseUrl;
  return {
    code: "too-large",
    message: `The request for ${address} has more than ${limit} ${what}, which ${service} does not take.`,
    hint: what === "values" ? "Make its JSON Schema smaller." : "Make its JSON Schema flatter.",
    addresses: [address],
  };
}

/** Fields that the service does not keep. `path`: of the object with the fields in a body. */
export function unkeptFields(
  baseUrl: string,
  { path, by }: NonNullable<Kind["extended"]>,
  addresses: readonly Address[],
  fields: readonly string[],
): Refusal {
  const names = fields.map((field) => [...path, field].join("."));
  return {
    code: "not-kept",
    message: `${baseUrl} does not keep ${path.join(".")}: it does not announce the extension ${by}. ${someOf(addresses, maxListed)} would lose ${someOf(names, maxListed)}.`,
    hint: "Use a service with this extension, such as that of promptctl serve, or remove the fields.",
    addresses,
  };
}
