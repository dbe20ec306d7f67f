// Which version of a definition the services hold that the flags of log name.
import { createRemoteContents } from "../../engine/history/remote-content.ts";
import type { HeldByService, ServiceWithVersion } from "../../engine/history/definition-log.ts";
import { type PastDefinition, pastDefinitions } from "../../engine/history/family-state.ts";
import { compareContents, heldVersion, statesOf } from "../../engine/history/held-version.ts";
import type { FamilyNames } from "../../engine/history/project-history.ts";
import type { MatchResult } from "../../engine/match/match-context.ts";
import { type Failure, isFailure } from "../../engine/model/failure.ts";
import type { ReportedDeletion } from "../../engine/model/origin.ts";
import { type Address, kindOf, type Observed } from "../../engine/model/resource.ts";
import { serviceHost } from "../../io/http/base-url.ts";
import { kinds } from "../../kinds.ts";
import { escapeText } from "../../views/text/terminal-text.ts";
import type { CommandHost } from "../host/command-host.ts";
import type { ConnectFlags } from "../connect/connect.ts";
import { createHistoryReader } from "../project/history-reader.ts";
import { type PreparedPlan, preparePlan } from "./prepare-plan.ts";

export interface LogServiceFlags extends Omit<ConnectFlags, "env"> {
  /** The names of environments. */
  readonly env?: readonly string[];
}

/** The definition of a log, and the folder of its project as it is named. */
export interface LoggedDefinition {
  readonly directory?: string | undefined;
  readonly address: Address;
  readonly family: FamilyNames;
}

/**
 * What each service holds that the flags name. A service that cannot be compared is a line on
 * standard error. Throws a Failure for wrong usage.
 */
export async function readServices(
  host: CommandHost,
  definition: LoggedDefinition,
  { env, ...flags }: LogServiceFlags,
): Promise<ServiceWithVersion[]> {
  const services: ServiceWithVersion[] = [];
  for (const name of env ?? [undefined]) {
    try {
      services.push(await readService(host, definition, { ...flags, env: name }));
    } catch (problem) {
      if (!isFailure(problem) || problem.class === "usage") throw problem;
      host.err(`${unreadable(name ?? flags.baseUrl ?? "local", problem)}\n`);
    }
  }
  return services;
}

function unreadable(service: string, { message }: Failure): string {
  return escapeText(`It is not known which version ${service} holds: ${message}`);
}

async function readService(
  host: CommandHost,
  definition: LoggedDefinition,
  flags: ConnectFlags,
): Promise<ServiceWithVersion> {
  const { directory } = definition;
  const prepared = await preparePlan(host, { directory, flags, hidesWarnings: true });
  const { baseUrl } = prepared.plan;
  const name = flags.env ?? serviceHost(baseUrl);
  const held = await heldByService(host, definition, prepared);
  const deleted = await newestDeletion(prepared, definition);
  const service = { name, baseUrl, held, ...(deleted && { deleted }) };
  const [resource, ...others] = resourcesOf(prepared.planInput.matching, definition);
  if (!resource || others.length > 0) return service;
  const [newest] =
    (await prepared.connection.reader.versions(resource.row.kind, resource.id)) ?? [];
  if (!newest) return service;
  const { content: _content, ...reported } = newest;
  return { ...service, reported };
}

/** The newest deletion of a resource with the name of the definition, or an earlier one. */
async function newestDeletion(
  { connection }: PreparedPlan,
  { address, family }: LoggedDefinition,
): Promise<ReportedDeletion | undefined> {
  if (address !== family.address) return undefined; // it has no name on the service
  const found: ReportedDeletion[] = [];
  for (const name of family.names)
    found.push(...((await connection.reader.deletions(kindOf(address), name)) ?? []));
  return found.toSorted((one, other) => Date.parse(other.time) - Date.parse(one.time))[0];
}

/** The newest version with the content of the resource on the service. */
async function heldByService(
  host: CommandHost,
  definition: LoggedDefinition,
  { settings, project, planInput: { definitions, matching } }: PreparedPlan,
): Promise<HeldByService> {
  const { address, family } = definition;
  const resources = resourcesOf(matching, definition);
  const { contentOf } = createRemoteContents(kinds, matching);
  const wanted = resources.map((each) => ({
    row: each.row,
    address,
    content: contentOf(each),
  }));
  const comparison = compareContents(kinds, definitions);
  const reader = createHistoryReader(host, settings, { limit: Infinity });
  const history = await reader.read([{ ...family, wanted }], comparison, project);
  const isHeld = (past: PastDefinition): boolean =>
    wanted.some(({ content }) => comparison.isEqual(past, content));
  const newest = statesOf(kinds, history.commits, family.address, address).find(
    ({ state }) => state.status === "defined" && isHeld(state.definition),
  );
  if (newest) return { type: "version", commit: newest.info.commit };
  if (pastDefinitions(kinds, definitions, new Set([address])).some(isHeld))
    return { type: "working-tree" };
  // A resource without a name and a definition is only known by its content.
  const isKnown = definitions.some((each) => each.address === address) || resources[0]?.name;
  const [first] = wanted;
  if (!first || !isKnown) return { type: "absent" };
  const held = heldVersion(comparison, history, family.address, first);
  return held.type === "version" ? { type: "none" } : held;
}

/** The matched resource; without a definition, those that may have had it. */
function resourcesOf(
  { matches, leftovers }: MatchResult,
  { address, family }: LoggedDefinition,
): readonly Observed[] {
  const match = matches.find(({ desired }) => desired.address === address);
  if (match) return match.observed ? [match.observed] : [];
  return leftovers
    .filter(({ row, observed: { name }, parent }) => {
      const mayHold = name === undefined ? parent === family.address : family.names.includes(name);
      return row.kind === kindOf(address) && mayHold;
    })
    .map(({ observed }) => observed);
}
