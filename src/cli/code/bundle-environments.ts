// Which environments a bundle is for, and the prompts of the files with the values of each.
import { wrongUsage } from "../../engine/model/failure.ts";
import type { JsonObject } from "../../engine/model/json.ts";
import { referencesOf } from "../../engine/model/references.ts";
import type { Address, Definition } from "../../engine/model/resource.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import { readSettingsIn, unknownEnvironment } from "../connect/environment.ts";
import type { CommandHost } from "../host/command-host.ts";
import { refuseProjectSecrets } from "../project/definition-checks.ts";
import { loadValidProject } from "../project/project.ts";
import type { SourceFlags } from "./generated-file.ts";

/** An environment of a bundle. */
export interface BundledEnvironment {
  /** Its name in the bundle. */
  readonly name: string;
  /** Its name in promptctl.yaml, or local; undefined in a project without environments. */
  readonly env: string | undefined;
}

/** The environments in the order of promptctl.yaml: those of the flags, else all. */
export function bundledEnvironments(
  { environments = [] }: Pick<Settings, "environments">,
  { env, local }: Pick<SourceFlags, "env" | "local">,
): readonly BundledEnvironment[] {
  const all = environments.map(({ name }) => name);
  if (local && env?.some((name) => name !== "local"))
    throw wrongUsage(
      "two-targets",
      "--local and --env cannot be used together.",
      "Use one of them. --env local is the embedded service.",
    );
  const named = local ? ["local"] : env;
  if (named === undefined && all.length === 0) return [{ name: "default", env: undefined }];
  if (named === undefined) return all.map((name) => ({ name, env: name }));
  for (const name of named)
    if (name !== "local" && !all.includes(name)) unknownEnvironment(name, environments);
  const selected = [...all, "local"].filter((name) => named.includes(name));
  return selected.map((name) => ({ name, env: name }));
}

/** A prompt that a bundle has. */
interface BundledDefinition {
  readonly definition: Definition;
  /** The body in normal form, with its tools in place. */
  readonly content: JsonObject;
}

export interface BundledPrompts {
  readonly bundled: readonly BundledDefinition[];
  /** The addresses of those that the files do not contain, or whose tools they do not contain. */
  readonly leftOut: readonly Address[];
}

/**
 * The prompts with the values of an environment, in the order of their definitions. Throws a Failure for
 * texts that look like secrets: an application may publish its bundle.
 */
export async function promptsIn(
  host: CommandHost,
  directory: string | undefined,
  { env }: BundledEnvironment,
): Promise<BundledPrompts> {
  const settings = await readSettingsIn(host, directory, env);
  const project = await loadValidProject(host, settings);
  await refuseProjectSecrets(host, project, settings.root);
  return bundledPrompts(project.definitions);
}

/** The prompts of definitions, in their order. */
export function bundledPrompts(definitions: readonly Definition[]): BundledPrompts {
  const byAddress = new Map(definitions.map((each) => [each.address, each]));
  const toolsOf = ({ row, spec }: Definition): Definition[] =>
    referencesOf(row, spec).map((address) => byAddress.get(address)!);
  const isLeftOut = (each: Definition): boolean =>
    each.external || toolsOf(each).some(({ external }) => external);
  const prompts = definitions.filter(({ row }) => row.runs);
  return {
    bundled: prompts
      .filter((each) => !isLeftOut(each))
      .map((definition) => ({
        definition,
        content: { ...definition.spec, tools: toolsOf(definition).map(({ spec }) => spec) },
      })),
    leftOut: prompts.filter(isLeftOut).map(({ address }) => address),
  };
}
