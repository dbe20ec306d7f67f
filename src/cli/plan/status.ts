// promptctl status: how the definitions compare with the service of each environment. Sends no writing
// request.
import { createCallLimit } from "../../engine/model/call-limit.ts";
import { findEnvironment } from "../../engine/environments/environment.ts";
import { exitCodes, type Failure, isFailure } from "../../engine/model/failure.ts";
import type { EnvironmentStatus } from "../../generated/types.ts";
import { comparableUrl } from "../../io/http/base-url.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import { statusDocument, statusOfPlan } from "../../views/history/status-json.ts";
import { statusText } from "../../views/history/status-text.ts";
import { type CommandHost, printJson, screenOf } from "../host/command-host.ts";
import type { ConnectFlags } from "../connect/connect.ts";
import { environmentName } from "../connect/environment.ts";
import { configuredUrl } from "../connect/environment-target.ts";
import { preparePlan } from "./prepare-plan.ts";
import { readSettings } from "../project/project.ts";
import { usesLocal } from "../connect/service-target.ts";

export interface StatusFlags extends ConnectFlags {
  readonly json?: boolean;
}

/** Each plan holds the definitions and the lists of a service. */
const plansAtOnce = 4;

/** Exit code 0 if all environments are in sync, 1 if the state of one is unknown, else 2. */
export async function statusCommand(
  host: CommandHost,
  directory: string | undefined,
  flags: StatusFlags,
): Promise<number> {
  const settings = await readSettings(host, directory);
  const { environments = [] } = settings;
  const statusIn = statusReader(host, directory, flags);
  const service = namedService(host, settings, flags);
  const limit = createCallLimit(plansAtOnce);
  const rows = service
    ? [await statusIn(service, isUnavailable)]
    : await Promise.all(
        environments.map((each) => {
          const baseUrl = configuredUrl(host, each);
          return limit(() => statusIn({ name: each.name, baseUrl }, () => true));
        }),
      );
  if (flags.json) printJson(host, statusDocument(rows));
  else host.out(statusText(rows, screenOf(host, "out"), directory));
  if (rows.some(({ state }) => state === "unknown")) return exitCodes.failed;
  return rows.every(({ state }) => state === "in-sync") ? 0 : 2;
}

/** The service cannot be reached, or does not accept the key. */
function isUnavailable(failure: Failure): boolean {
  return failure.class === "failed";
}

interface NamedService {
  /** The name of an environment. */
  readonly name: string | undefined;
  /** As a flag, a variable or promptctl.yaml has it. */
  readonly baseUrl: string | undefined;
}

/** The only service to compare with; undefined for those of all environments. */
function namedService(
  host: CommandHost,
  settings: Settings,
  flags: StatusFlags,
): NamedService | undefined {
  if (usesLocal(flags)) return { name: flags.env, baseUrl: "local" };
  const name = environmentName(host, flags);
  const isNamed = name !== undefined || flags.baseUrl !== undefined;
  if (!isNamed && settings.environments?.length) return undefined;
  const environment = findEnvironment(settings.environments, name);
  const configured = environment ? configuredUrl(host, environment) : settings.baseUrl;
  return { name, baseUrl: flags.baseUrl ?? (host.env["PROMPTCTL_BASE_URL"] || configured) };
}

/** Returns a function that compares with one service. Questions of several are asked one by one. */
function statusReader(
  host: CommandHost,
  directory: string | undefined,
  flags: StatusFlags,
): (service: NamedService, isShown: (failure: Failure) => boolean) => Promise<EnvironmentStatus> {
  const inTurn = createCallLimit(1);
  const { ask } = host;
  const asking: CommandHost = {
    ...host,
    ask: ask && ((...question) => inTurn(() => ask(...question))),
  };
  return async (service, isShown) => {
    const inEnvironment = service.name === undefined ? flags : { ...flags, env: service.name };
    const options = {
      flags: inEnvironment,
      hidesWarnings: true,
      asksUpstream: true,
    } as const;
    try {
      const { plan, settings } = await preparePlan(asking, { directory, ...options });
      return {
        ...nameField(service.name ?? settings.environment?.name),
        ...statusOfPlan(plan),
      };
    } catch (problem) {
      if (!isFailure(problem) || problem.class === "invalid" || !isShown(problem)) throw problem;
      return failedStatus(service, problem);
    }
  };
}

function nameField(name: string | undefined): Pick<EnvironmentStatus, "name"> {
  return name === undefined ? {} : { name };
}

function failedStatus(
  { name, baseUrl }: NamedService,
  { code, message, hint }: Failure,
): EnvironmentStatus {
  return {
    ...nameField(name),
    ...(baseUrl !== undefined && { baseUrl: comparableUrl(baseUrl) }),
    state: "unknown",
    error: { code, message, ...(hint !== undefined && { hint }) },
  };
}
