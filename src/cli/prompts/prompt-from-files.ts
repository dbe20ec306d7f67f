// Creates a definition and what it refers to in a service in memory, for render and run --from
// files.
import { refused, wrongUsage } from "../../engine/model/failure.ts";
import type { JsonObject } from "../../engine/model/json.ts";
import type { ServiceReader } from "../../engine/model/ports.ts";
import { referencesOf } from "../../engine/model/references.ts";
import { type Address, type Definition, nameOf } from "../../engine/model/resource.ts";
import { requestBody } from "../../engine/apply/request-body.ts";
import type { Call } from "../../io/http/http.ts";
import type { Project } from "../../sync/load/load.ts";
import { overridePlaces } from "../../sync/load/locate-definitions.ts";
import { escapeText } from "../../views/text/terminal-text.ts";
import { type CommandHost, printWarnings } from "../host/command-host.ts";
import { connect, type ConnectFlags, connectToMemory } from "../connect/connect.ts";
import { loadProject } from "../project/definitions-at.ts";
import { readEnvironmentSettings } from "../connect/environment.ts";
import { findPromptDefinition } from "../definitions/find-prompt.ts";

/** Creates the prompt with an address, a key or a name; returns it and the calls of its service. */
export async function createFromFiles(
  host: CommandHost,
  name: string,
  directory: string | undefined,
  flags: ConnectFlags & { readonly ref?: string },
): Promise<{ readonly call: Call; readonly resource: JsonObject }> {
  const settings = await readEnvironmentSettings(host, directory, flags);
  const project = await loadProject(host, settings, flags.ref);
  const { definitions, diagnostics } = project;
  if (flags.ref === undefined) printWarnings(host, diagnostics, settings.root, flags);
  const definition = findOwnDefinition(definitions, name);
  if (!flags.quiet) await printOverridden(host, project, definition.address);
  const needed = referencesOf(definition.row, definition.spec).map((target) =>
    definitions.find((each) => each.address === target)!,
  );
  // Only the service has the content of external resources. Without them, no connection is needed.
  const { reader } = needed.some(({ external }) => external)
    ? await connect(host, { settings, flags: { ...flags, echo: false } })
    : {};
  const { remote, call } = await connectToMemory(host, { settings, flags });
  const ids = new Map<Address, string>();
  const create = async (each: Definition, spec: JsonObject): Promise<JsonObject> => {
    const step = { address: each.address, body: spec };
    const body = requestBody(each.row, step, (target) => ids.get(target)!);
    const resource = await remote.create(each.row.kind, body);
    ids.set(each.address, String(resource["id"]));
    return resource;
  };
  for (const each of needed)
    await create(each, each.external ? await externalBody(reader!, each) : each.spec);
  const resource = await create(definition, definition.spec);
  return { call: labelled(call, definition.address), resource };
}

/** Says where the values are that the environment overrides. */
async function printOverridden(
  host: CommandHost,
  project: Project,
  address: Address,
): Promise<void> {
  const places = (await overridePlaces(project, [address])).get(address) ?? {};
  const texts = Object.entries(places).map(([field, place]) => `${field} (${place})`);
  if (texts.length > 0) host.err(`Overridden: ${escapeText(texts.join(", "))}.\n`);
}

/** The ids of the service in memory exist nowhere else, so failures name the prompt. */
function labelled(call: Call, address: Address): Call {
  return (method, path, body, options) => {
    const task = path.endsWith("/completion") ? "completion" : "rendering";
    return call(method, path, body, { ...options, label: `the ${task} of ${address}` });
  };
}

function findOwnDefinition(definitions: readonly Definition[], name: string): Definition {
  const definition = findPromptDefinition(definitions, name);
  if (!definition.external) return definition;
  throw wrongUsage(
    "external-prompt",
    `${definition.address} is external: the files do not contain its text.`,
    "Leave out --from files to use the prompt on the service.",
  );
}

/** The body of an external resource, which the service identifies by its name. */
async function externalBody(
  reader: ServiceReader,
  { address, row, name = nameOf(address) }: Definition,
): Promise<JsonObject> {
  const matches = (await reader.list(row.kind)).filter((each) => each["name"] === name);
  if (matches.length === 1) return matches[0]!;
  throw refused(
    "external",
    `${reader.baseUrl} has ${matches.length === 0 ? "no" : matches.length} ${row.plural} named "${name}", which ${address} refers to.`,
    "The definition is external: the service must have it exactly once.",
  );
}
