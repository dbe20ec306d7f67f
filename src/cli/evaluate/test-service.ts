// The service of promptctl test: what it holds of the definitions, and how it runs prompts.
import type { Match } from "../../engine/match/match-context.ts";
import { clientFromCall } from "../../io/service/library-client.ts";
import type { ServiceRouteOptions } from "../../providers/service-route.ts";
import { connect } from "../connect/connect.ts";
import { preparePlan } from "../plan/prepare-plan.ts";
import type { TestedProject } from "./test-flags.ts";

export interface MatchedService {
  readonly baseUrl: string;
  readonly matches: readonly Match[];
  /** Runs prompts; undefined if the service is only the base. */
  readonly route: ServiceRouteOptions | undefined;
}

/** Reads the service of --base service and --on service. */
export async function matchService(tested: TestedProject): Promise<MatchedService> {
  const { host, settings, flags } = tested;
  const { target: _target, exclude: _exclude, out: _out, ...connectFlags } = flags;
  const { plan, planInput } = await preparePlan(host, {
    directory: settings.root,
    flags: connectFlags,
    hidesWarnings: true,
  });
  const route = flags.on === "service" ? await openRoute(tested) : undefined;
  return { baseUrl: plan.baseUrl, matches: planInput.matching.matches, route };
}

/** Without retries of its own, because those of a test run are for all routes. */
async function openRoute({ host, settings, flags }: TestedProject): Promise<ServiceRouteOptions> {
  const withoutRetries = { ...flags, retries: 0 };
  const { call, reader } = await connect(host, { settings, flags: withoutRetries });
  const { prompts } = clientFromCall(call);
  return { baseUrl: reader.baseUrl, run: (id, body) => prompts.run(id, body) };
}
