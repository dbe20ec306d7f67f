// The prompt of render and run with --from files: rendered here, and run by a service in memory.
import { failed, refused, wrongUsage } from "../../engine/model/failure.ts";
import type { JsonObject } from "../../engine/model/json.ts";
import { exactJsonText } from "../../engine/model/number-texts.ts";
import type { PromptRendering } from "../../engine/model/prompt-run.ts";
import type { ServiceReader } from "../../engine/model/ports.ts";
import { referencesOf } from "../../engine/model/references.ts";
import { type Address, type Definition, nameOf } from "../../engine/model/resource.ts";
import { requestBody } from "../../engine/apply/request-body.ts";
import { renderRun } from "../../engine/render/rendered-prompt.ts";
import { parseExactJson } from "../../engine/json/exact-json.ts";
import type { Prompt } from "../../generated/types.ts";
import type { Call } from "../../io/http/http.ts";
import { clientFromCall } from "../../io/service/library-client.ts";
import { renderingOf } from "../../providers/rendering.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import type { Project } from "../../sync/load/load.ts";
import { overridePlaces } from "../../sync/load/locate-definitions.ts";
import { escapeText } from "../../views/text/terminal-text.ts";
import { type CommandHost, printWarnings } from "../host/command-host.ts";
import { connect, type ConnectFlags, connectToMemory } from "../connect/connect.ts";
import { loadProject } from "../project/definitions-at.ts";
import { readEnvironmentSettings } from "../connect/environment.ts";
import { findPromptDefinition } from "../definitions/find-prompt.ts";
import type { PromptSource } from "./prompt-source.ts";

interface FilesFlags extends ConnectFlags {
  /** The commit, tag or branch whose text is used. */
  readonly ref?: string;
}

/** The prompt with an address, a key or a name. No service is needed, but for external tools. */
export async function promptInFiles(
  host: CommandHost,
  name: string,
  directory: string | undefined,
  flags: FilesFlags,
): Promise<PromptSource> {
  const found = await readDefinition(host, name, directory, flags);
  const { definition, tools } = found;
  const spec = { ...definition.spec, tools: tools.map(({ body }) => body) };
  const prompt = spec as unknown as Prompt;
  return {
    prompt,
    render: async (body) => {
      const rendered = renderRun(prompt, body);
      if ("problem" in rendered) throw failed("rendering", rendered.problem.message);
      const rendering = renderingOf(rendered);
      return parseExactJson(exactJsonText(rendering)) as unknown as PromptRendering;
    },
    run: async (body) => {
      const { call, id } = await createInMemory(host, found, flags);
      return clientFromCall(call).prompts.run(id, body);
    },
  };
}

/** A prompt as the files define it, with the content of its tools. */
interface FoundDefinition {
  readonly settings: Settings;
  readonly definition: Definition;
  readonly tools: readonly { readonly definition: Definition; readonly body: JsonObject }[];
}

/** Only the service has the content of external tools; without them, nothing is sent. */
async function readDefinition(
  host: CommandHost,
  name: string,
  directory: string | undefined,
  flags: FilesFlags,
): Promise<FoundDefinition> {
  const settings = await readEnvironmentSettings(host, directory, flags);
  const project = await loadProject(host, settings, flags.ref);
  const { definitions, diagnostics } = project;
  if (flags.ref === undefined) printWarnings(host, diagnostics, settings.root, flags);
  const definition = findOwnDefinition(definitions, name);
  if (!flags.quiet) await printOverridden(host, project, definition.address);
  const needed = referencesOf(definition.row, definition.spec).map((target) =>
    definitions.find((each) => each.address === target)!,
  );
  const { reader } = needed.some(({ external }) => external)
    ? await connect(host, { settings, flags: { ...flags, echo: false } })
    : {};
  const tools: FoundDefinition["tools"][number][] = [];
  for (const tool of needed) {
    const body = tool.external ? await externalBody(reader!, tool) : tool.spec;
    tools.push({ definition: tool, body });
  }
  return { settings, definition, tools };
}

/** Creates the prompt in a service in memory; returns its id and the calls of that service. */
async function createInMemory(
  host: CommandHost,
  { settings, definition, tools }: FoundDefinition,
  flags: ConnectFlags,
): Promise<{ readonly call: Call; readonly id: string }> {
  const { remote, call } = await connectToMemory(host, { settings, flags });
  const ids = new Map<Address, string>();
  const create = async (each: Definition, spec: JsonObject): Promise<JsonObject> => {
    const step = { address: each.address, body: spec };
    const body = requestBody(each.row, step, (target) => ids.get(target)!);
    const resource = await remote.create(each.row.kind, body);
    ids.set(each.address, String(resource["id"]));
    return resource;
  };
  for (const tool of tools) await create(tool.definition, tool.body);
  const { id } = await create(definition, definition.spec);
  return { call: labelled(call, definition.address), id: String(id) };
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
  const label = `the completion of ${address}`;
  return (method, path, body, options) => call(method, path, body, { ...options, label });
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
