// The environment that `after` names, as a plan reads it: with its own base URL, key and settings.
import { findEnvironment } from "../../engine/environments/environment.ts";
import type { ReplaceJournal } from "../../engine/model/ports.ts";
import type { PlanValues } from "../../engine/review/plan-document.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import type { Upstream } from "../../sync/plan/promote.ts";
import { factsFrom } from "../../sync/plan/service-facts.ts";
import { type ConnectFlags, connect } from "../connect/connect.ts";
import { readEnvironmentSettings } from "../connect/environment.ts";
import { type CommandHost, isCi } from "../host/command-host.ts";
import type { DefinitionsAt } from "../project/definitions-at.ts";
import { createHistoryReader, type HistoryFlags } from "../project/history-reader.ts";

interface UpstreamSources {
  readonly settings: Settings;
  readonly flags: ConnectFlags & HistoryFlags;
  readonly values: PlanValues;
  /** The commit whose definitions are used; undefined for those of the files. */
  readonly at: DefinitionsAt | undefined;
  readonly journal: ReplaceJournal;
}

/** Undefined if the environment is after no other one. Connects later, and only to read. */
export async function openUpstream(
  host: CommandHost,
  { settings, flags, values, at, journal }: UpstreamSources,
): Promise<Upstream | undefined> {
  const { root, environment } = settings;
  if (environment?.after === undefined) return undefined;
  const name = environment.after;
  const own = await readEnvironmentSettings(host, root, { env: name });
  const { baseUrl: _baseUrl, local: _local, ...others } = flags;
  const { PROMPTCTL_BASE_URL: _url, PROMPTCTL_API_KEY: _key, ...env } = host.env;
  const policy = {
    ...own,
    ...values,
    target: [],
    exclude: [],
    overwrite: [],
    prune: false,
    lacksScope: isCi(env) && !own.hasScope,
  };
  return {
    name,
    overrides: at
      ? findEnvironment(at.project?.settings.environments, name)?.overrides
      : own.environment?.overrides,
    history: createHistoryReader(host, own, flags),
    connect: async () => {
      const asked = { settings: own, flags: { ...others, env: name } };
      return (await connect({ ...host, env }, asked)).reader;
    },
    policy,
    factsOf: factsFrom(own, journal.read()),
    allowsUnpromoted: values.allowUnpromoted,
  };
}
