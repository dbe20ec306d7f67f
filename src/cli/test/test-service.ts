// The service of promptctl test: what it holds of the definitions, and how it runs prompts.
import type { Match } from "../../engine/match/match-context.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import { clientFromCall } from "../../io/service/library-client.ts";
import type { ServiceRouteOptions } from "../../providers/service-route.ts";
import type { CommandHost } from "../host/command-host.ts";
import { connect } from "../connect/connect.ts";
import { preparePlan } from "../plan/prepare-plan.ts";
import type { TestFlags } from "./test-flags.ts";

export interface MatchedService {
  readonly baseUrl: string;
  readonly matches: readonly Match[];
  /** Runs prompts; undefined if the service is only the base. */
  readonly route: ServiceRouteOptions | undefined;
}

/** Reads the service of --base service and --on service. */
export async function matchService(
  host: CommandHost,
  settings: Settings,
  flags: TestFlags,
): Promise<MatchedService> {
  const { target: _target, exclude: _exclude, out: _out, ...connectFlags } = flags;
  const { plan, planInput } = await preparePlan(host, {
    directory: settings.root,
    flags: connectFlags,
    access: "read",
    hidesWarnings: true,
  });
  const route = flags.on === "service" ? await openRoute(host, settings, flags) : undefined;
  return { baseUrl: plan.baseUrl, matches: planInput.matching.matches, route };
}

/** Without retries of its own, because those of a test run are for all routes. */
async function openRoute(
  host: CommandHost,
  settings: Settings,
  flags: TestFlags,
): Promise<ServiceRouteOptions> {
  const { call, reader } = await connect(host, {
    settings,
    flags: { ...flags, retries: 0 },
    access: "read",
  });
  const { prompts } = clientFromCall(call);
  return { baseUrl: reader.baseUrl, run: (id, body) => prompts.run(id, body) };
}
