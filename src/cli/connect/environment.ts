// Selects the environment of promptctl.yaml that a command uses.
import type { ProjectEnvironment } from "../../engine/environments/environment.ts";
import { didYouMean } from "../../engine/text/did-you-mean.ts";
import { type Failure, wrongUsage } from "../../engine/model/failure.ts";
import {
  configurationName,
  type LoadedConfiguration,
  type Settings,
} from "../../project/settings/configuration.ts";
import { oneOf } from "../../engine/text/word-lists.ts";
import { isInside } from "../../io/files/paths.ts";
import { type CommandHost, isCi, relativePath } from "../host/command-host.ts";
import { InvalidProject, readProject, readSettings } from "../project/project.ts";
import { type ServiceTargetFlags, usesLocal } from "./service-target.ts";

/** The flags that name an environment. */
export type EnvironmentFlags = Pick<ServiceTargetFlags, "local" | "env">;

/**
 * The settings of a project in the environment that the flags name. `directory`: its folder; undefined
 * for the project around the current one. Throws a Failure for errors in promptctl.yaml, and if it has environments and
 * none is named.
 */
export async function readEnvironmentSettings(
  host: CommandHost,
  directory: string | undefined,
  flags: EnvironmentFlags,
): Promise<Settings> {
  const loaded = await readProject(host, directory);
  const { settings, diagnostics } = loaded;
  if (diagnostics.length > 0) throw new InvalidProject(diagnostics, settings.root);
  const inEnvironment = settingsIn(host, loaded, flags);
  return isInside(settings.root, host.cwd)
    ? inEnvironment
    : { ...inEnvironment, directory: relativePath(host.cwd, settings.root) };
}

/** The settings of a project in an environment; without one, those that its environments share. */
export function readSettingsIn(
  host: CommandHost,
  directory: string | undefined,
  env: string | undefined,
): Promise<Settings> {
  return env === undefined
    ? readSettings(host, directory)
    : readEnvironmentSettings(host, directory, { env });
}

/** The settings in the environment that the flags or, in CI, PROMPTCTL_ENV name. */
function settingsIn(
  host: CommandHost,
  { settings, inEnvironments }: LoadedConfiguration,
  flags: EnvironmentFlags,
): Settings {
  if (flags.local && flags.env !== undefined && flags.env !== "local")
    throw wrongUsage(
      "two-targets",
      "--local and --env cannot be used together.",
      "Use one of them. --env local is the embedded service.",
    );
  if (usesLocal(flags)) return settings;
  const name = environmentName(host, flags);
  if (name === undefined && !inEnvironments) return settings;
  const { environments = [] } = settings;
  if (name === undefined) throw unnamed(host, environments);
  return (
    inEnvironments?.find(({ environment }) => environment!.name === name) ??
    unknownEnvironment(name, environments)
  );
}

/**
 * The environment that --env names, in CI else PROMPTCTL_ENV; undefined without one. Throws a Failure
 * if PROMPTCTL_ENV names the embedded service.
 */
export function environmentName(
  { env }: CommandHost,
  flags: Pick<EnvironmentFlags, "env">,
): string | undefined {
  if (flags.env !== undefined) return flags.env;
  const name = (isCi(env) && env["PROMPTCTL_ENV"]) || undefined;
  if (name !== "local") return name;
  throw wrongUsage(
    "local-in-ci",
    "PROMPTCTL_ENV=local is ignored in CI.",
    "To use the embedded service: --env local",
  );
}

/** The failure of a command that needs an environment. */
function unnamed({ env }: CommandHost, environments: readonly ProjectEnvironment[]): Failure {
  const names = environments.map(({ name }) => name);
  const ignored = env["PROMPTCTL_ENV"] ? ["PROMPTCTL_ENV is only used in CI."] : [];
  return wrongUsage("no-environment", `Name an environment: --env ${oneOf(names)}`, [
    ...ignored,
    "To use the embedded service: --env local",
  ]);
}

/** Throws the Failure for a name that no environment has. */
export function unknownEnvironment(
  name: string,
  environments: readonly ProjectEnvironment[],
): never {
  if (environments.length === 0)
    throw wrongUsage(
      "unknown-environment",
      `${configurationName} has no environments, so "${name}" cannot be used.`,
      `Add environments to ${configurationName}, or remove --env and PROMPTCTL_ENV.`,
    );
  const names = environments.map((each) => each.name);
  const list =
    names.length === 1
      ? `Its environment is ${names[0]}.`
      : `Its environments are ${names.join(", ")}.`;
  throw wrongUsage(
    "unknown-environment",
    `${configurationName} has no environment "${name}".`,
    didYouMean(name, names) ?? list,
  );
}
