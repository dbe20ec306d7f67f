// Calls resolveServiceTarget with the flags, environment, file, answer and confirmed hosts of a case.
import type { ServiceTarget } from "../../../src/cli/connect/environment-target.ts";
import {
  resolveServiceTarget,
  type ServiceTargetFlags,
} from "../../../src/cli/connect/service-target.ts";
import { Failure } from "../../../src/engine/model/failure.ts";
import type { EnvironmentVariables } from "../../../src/engine/model/ports.ts";
import type { Settings } from "../../../src/project/settings/configuration.ts";
import type { Folder } from "../../io/folder.ts";
import { fakeHost } from "../fake-host.ts";

export interface TargetCase {
  readonly flags?: ServiceTargetFlags;
  readonly env?: EnvironmentVariables;
  /** baseUrl of promptctl.yaml. */
  readonly file?: string;
  /** The answer on the terminal; undefined without a terminal. */
  readonly answer?: boolean;
  /** The hosts confirmed earlier. */
  readonly trusted?: readonly string[];
}

/** The file of the confirmed hosts, in the folder of the test. */
export const trustedHostsFile = "config/promptctl/trusted-hosts.json";

/** The resolved service or the failure, and the questions. */
export async function resolveTarget(
  folder: Folder,
  { flags = {}, env = {}, file, answer, trusted }: TargetCase,
): Promise<{ target: ServiceTarget | Failure; questions: readonly string[]; err: string }> {
  if (trusted) folder.write(trustedHostsFile, JSON.stringify(trusted));
  folder.write("project/promptctl.yaml", "");
  const { host, seen } = fakeHost([], {
    cwd: folder.at("project"),
    env: { XDG_CONFIG_HOME: folder.at("config"), ...env },
    ...(answer !== undefined && { answer }),
  });
  const settings: Settings = {
    root: folder.at("project"),
    definitions: "prompts",
    include: [],
    baseUrl: file,
    testCommand: undefined,
    prune: false,
    maxResponseMiB: 256,
    maxDeletePercent: 30,
    scope: ["*"],
    hasScope: false,
    keep: [],
    conflicts: "warn",
    pins: {},
    capabilities: { evaluationUpdate: false, evaluationDeleteCascades: false },
  };
  const target = await resolveServiceTarget(host, settings, flags).catch((error: unknown) => {
    if (error instanceof Failure) return error;
    throw error;
  });
  return { target, questions: seen.questions, err: seen.err };
}

export const key = { PROMPTCTL_API_KEY: "k" };
export const at = (baseUrl: string): object => ({ baseUrl, key: "k" });
export const question = (url: string): string =>
  `promptctl.yaml sets baseUrl to ${url}. Send PROMPTCTL_API_KEY to this host, now and in the future? (y/N) `;
export const file = "https://file.example";
