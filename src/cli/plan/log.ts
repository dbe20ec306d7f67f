// promptctl log: the versions of a definition in git.
import { maskSecrets } from "../../engine/text/secrets.ts";
import { mapTexts } from "../../engine/json/map-texts.ts";
import { definitionLog, type DefinitionLog } from "../../engine/history/definition-log.ts";
import { familyOfAddress } from "../../engine/history/family-index.ts";
import { memberState, pastDefinitions } from "../../engine/history/family-state.ts";
import type { LineEnd } from "../../engine/history/line-commit.ts";
import type { FamiliesAt, FamilyNames } from "../../engine/history/project-history.ts";
import {
  isSameState,
  type StateAt,
  type Version,
  versionsOf,
} from "../../engine/history/versions.ts";
import { type Failure, wrongUsage } from "../../engine/model/failure.ts";
import { kindNamed } from "../../engine/model/kind.ts";
import {
  type Address,
  addressOf,
  type Definition,
  kindOf,
  nameOf,
  namesOf,
} from "../../engine/model/resource.ts";
import { didYouMeanAddress } from "../../engine/select/unmatched-pattern.ts";
import { matchesPattern } from "../../engine/text/address-pattern.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import { commandText } from "../../engine/text/command-text.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import { kinds } from "../../kinds.ts";
import { followFamilies } from "../../sync/plan/history.ts";
import { openObjects } from "../../io/git/git-objects.ts";
import { inEnvironment, loadFiles } from "../../sync/load/load.ts";
import { logDocument } from "../../views/history/log-json.ts";
import { logText, type LogTextOptions } from "../../views/history/log-text.ts";
import { type CommandHost, printJson, screenOf } from "../host/command-host.ts";
import { environmentName, readSettingsIn } from "../connect/environment.ts";
import { promptAddress } from "../definitions/find-prompt.ts";
import type { LogServiceFlags } from "./log-services.ts";
import { openHistory } from "../project/open-history.ts";
import { definitionSchemas, projectFiles } from "../project/project.ts";

export interface LogFlags extends LogServiceFlags {
  readonly format: "text" | "json";
  readonly limit?: number;
  readonly patch?: boolean;
}

/** Prints the versions of a definition, newest first, and which of them services hold. Exit code 0. */
export async function logCommand(
  host: CommandHost,
  name: string,
  directory: string | undefined,
  { format, limit = Infinity, patch = false, ...given }: LogFlags,
): Promise<number> {
  refuseOtherKinds(name, directory);
  const flags = withNamedEnvironment(host, given);
  // A single environment has versions of its own; several share those of the files.
  const [env, ...others] = flags.env ?? [];
  const settings = await readSettingsIn(host, directory, others.length === 0 ? env : undefined);
  const files = projectFiles(host, settings);
  const read = await loadFiles(kinds, definitionSchemas, files);
  const loaded = inEnvironment(read, settings.environment?.overrides);
  const { definitions } = loaded;
  const address = isOfOtherKind(name) ? name : promptAddress(definitions, name);
  const objects = openObjects(await host.openRepository(settings.root));
  const sources = { kinds, schemas: definitionSchemas, files: loaded };
  const family = familyOf(definitions, address);
  const history = await openHistory(objects, settings, loaded, { limit: Infinity });
  const line = followFamilies(sources, history.line(), [family]);
  const past = await readVersions(line, address, limit).finally(objects.close);
  const inFiles = stateIn(definitions, address);
  const log = definitionLog({ ...past, address, limit, inFiles });
  if (log.versions.length === 0 && !log.workingTree)
    throw unknownDefinition(name, log, definitions);
  const { baseUrl, local } = flags;
  const isNamed = env !== undefined || baseUrl !== undefined || local === true;
  const services = isNamed
    ? await (
        await import("./log-services.ts")
      ).readServices(host, { address, family, directory }, flags)
    : [];
  print(host, log, { format, patch, services });
  return 0;
}

/** The flags with the environment that PROMPTCTL_ENV names in CI, unless they name a service. */
function withNamedEnvironment(host: CommandHost, flags: LogServiceFlags): LogServiceFlags {
  if (flags.env !== undefined || flags.local) return flags;
  const name = environmentName(host, {});
  return name === undefined ? flags : { ...flags, env: [name] };
}

/** Whether it is an address of another kind than prompts. */
function isOfOtherKind(text: string): boolean {
  return kinds.some(({ kind, runs }) => !runs && text.startsWith(`${kind}/`));
}

/** Throws a Failure for an address whose kind has no versions of its own. */
function refuseOtherKinds(address: string, directory: string | undefined): void {
  const { parent } = kinds.find(({ kind }) => address.startsWith(`${kind}/`)) ?? {};
  if (!parent?.numbered) return;
  const owner = addressOf(parent.kind, nameOf(address).replace(/\/[^/]*$/, ""));
  throw wrongUsage(
    "no-address",
    `The history of ${address} is part of that of its ${parent.kind}.`,
    `Name the ${parent.kind}: ${commandText(`log ${shellQuote(owner)}`, { directory })}`,
  );
}

function familyOf(definitions: readonly Definition[], of: Address): FamilyNames {
  const address = familyOfAddress(kinds, of);
  const definition = definitions.find((each) => each.address === address);
  const names = definition ? namesOf(definition) : [nameOf(address)];
  return { address, names };
}

function stateIn(definitions: readonly Definition[], address: Address): Version["state"] {
  const [definition] = pastDefinitions(kinds, definitions, new Set([address]));
  return definition ? { status: "defined", definition } : { status: "absent" };
}

/** Reads states until there are more versions than wanted, or no older commits. */
async function readVersions(
  line: AsyncIterable<FamiliesAt | LineEnd>,
  address: Address,
  limit: number,
): Promise<{ readonly states: readonly StateAt[]; readonly end: LineEnd | undefined }> {
  const states: StateAt[] = [];
  for await (const item of line) {
    if (typeof item === "string") return { states, end: item };
    const family = item.families.get(familyOfAddress(kinds, address))!;
    const state = memberState(kinds, family, address);
    const newer = states.at(-1)?.state;
    states.push({ info: item.info, state });
    if (newer && isSameState(newer, state)) continue;
    if (versionsOf(states, undefined).length > limit + 1) break;
  }
  return { states, end: undefined };
}

function unknownDefinition(
  name: string,
  { address, isHeadKnown }: DefinitionLog,
  definitions: readonly Definition[],
): Failure {
  const known = definitions.map((each) => each.address);
  const matching = known.filter((each) => matchesPattern(name, each));
  const matched = `log shows one definition. The pattern matches ${someOf(matching)}.`;
  return wrongUsage(
    "unknown-definition",
    isHeadKnown
      ? `Neither the files nor the commits define ${address}.`
      : `The files do not define ${address}, and git cannot read the commits of this clone.`,
    (matching.length > 0 ? matched : didYouMeanAddress(name, known)) ??
      "Addresses are kind/name, for example prompt/Support triage.",
  );
}

function print(
  host: CommandHost,
  log: DefinitionLog,
  {
    format,
    patch,
    services,
  }: Pick<LogTextOptions, "patch" | "services"> & Pick<LogFlags, "format">,
): void {
  if (format === "json") return printJson(host, mapTexts(logDocument(log, services), maskSecrets));
  const row = kindNamed(kinds, kindOf(log.address));
  host.out(logText(log, row, { ...screenOf(host, "out"), patch, services }));
}
