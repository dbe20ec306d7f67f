// The environments of promptctl.yaml: the services that the same definitions go to, and what differs
// there.
import type { Configuration } from "../../generated/types.ts";
import type { Json } from "../model/json.ts";
import type { Address } from "../model/resource.ts";
import type { SourceFile } from "../model/source-file.ts";

/** An environment of a project. */
export interface ProjectEnvironment {
  readonly name: string;
  /** As promptctl.yaml has it. */
  readonly baseUrl: string | undefined;
  /** Whether apply asks for its name. */
  readonly isProtected: boolean;
  /** The environment that must hold a version before this one. */
  readonly after?: string;
  /** Ids by address, in addition to those for the base URL. */
  readonly pins: Readonly<Record<Address, string>>;
  readonly overrides: EnvironmentOverrides;
}

/** The values that an environment has in place of those of the definitions. */
export interface EnvironmentOverrides {
  /** The name of the environment. */
  readonly environment: string;
  /** promptctl.yaml, for the locations of the values. */
  readonly file: SourceFile;
  /** Pattern of addresses → `parameters.FIELD` → value. */
  readonly set: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

/** Whether a name is valid: `local` is the embedded service. */
export function isEnvironmentName(name: string): boolean {
  return /^[a-z][a-z0-9-]*$/.test(name) && name !== "local";
}

/** `PROMPTCTL_BASE_URL_EU_WEST` for the environment `eu-west`. */
export function ownVariable(
  name: "PROMPTCTL_BASE_URL" | "PROMPTCTL_API_KEY",
  environment: string,
): string {
  return `${name}_${variableSuffix(environment)}`;
}

/** The suffix of the variables of an environment: `EU_WEST` for `eu-west`. */
export function variableSuffix(name: string): string {
  return name.toUpperCase().replaceAll("-", "_");
}

/** The environments of a configuration, in the order of the file. `file`: promptctl.yaml. */
export function environmentsOf(
  { environments = {} }: Configuration,
  file: SourceFile,
): ProjectEnvironment[] {
  return Object.entries(environments).map(([name, own]) => ({
    name,
    baseUrl: own?.baseUrl,
    isProtected: own?.protected ?? false,
    ...(own?.after !== undefined && { after: own.after }),
    pins: own?.pins ?? {},
    overrides: { environment: name, file, set: (own?.set ?? {}) as EnvironmentOverrides["set"] },
  }));
}

/** The environment with a name; undefined if there is none. */
export function findEnvironment(
  environments: readonly ProjectEnvironment[] | undefined,
  name: string | undefined,
): ProjectEnvironment | undefined {
  return environments?.find((each) => each.name === name);
}

/**
 * The environments of the head, then those that only the base has. Each is protected if one side
 * protects it: a change cannot remove its own protection.
 */
export function environmentsOfBoth(
  base: readonly ProjectEnvironment[] = [],
  head: readonly ProjectEnvironment[] = [],
): ProjectEnvironment[] {
  const both = head.map((each) => ({
    ...each,
    isProtected: each.isProtected || findEnvironment(base, each.name)?.isProtected === true,
  }));
  return [...both, ...base.filter(({ name }) => !findEnvironment(head, name))];
}

/** The configuration that counts in an environment: its keys replace the top-level ones whole. */
export function configurationIn(configuration: Configuration, name: string): Configuration {
  const { environments = {}, ...shared } = configuration;
  const {
    protected: _protected,
    after: _after,
    set: _set,
    pins: _pins,
    ...replaced
  } = environments[name] ?? {};
  return { ...shared, ...replaced };
}
