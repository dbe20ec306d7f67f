// The service of promptctl test: what it holds of the definitions, and how it runs prompts.
import type { Match } from "../engine/match/match-context.ts";
import type { Settings } from "../io/configuration.ts";
import type { CommandHost } from "./command-host.ts";
import { connect, type ServiceConnection } from "./connect.ts";
import { preparePlan } from "./prepare-plan.ts";
import type { TestFlags } from "./test-flags.ts";

export interface MatchedService {
  readonly baseUrl: string;
  readonly matches: readonly Match[];
  /** Runs prompts, without retries of its own; undefined if the service is only the base. */
  readonly runs: ServiceConnection | undefined;
}

/** Reads the service with --base service and --on service. */
export async function matchServiceIfNeeded(
  host: CommandHost,
  settings: Settings,
  flags: TestFlags,
): Promise<MatchedService | undefined> {
  const isRoute = flags.on === "service";
  if (flags.base !== "service" && !isRoute) return undefined;
  const { target: _target, exclude: _exclude, out: _out, ...connectFlags } = flags;
  const { plan, planInput } = await preparePlan(host, {
    directory: settings.root,
    flags: connectFlags,
    access: "read",
    hidesWarnings: true,
  });
  const runs = isRoute
    ? await connect(host, { settings, flags: { ...flags, retries: 0 }, access: "read" })
    : undefined;
  return { baseUrl: plan.baseUrl, matches: planInput.matching.matches, runs };
}
