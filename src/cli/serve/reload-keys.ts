// The signal SIGHUP: it reads the keys of the service again, or ends it.
import { isFailure } from "../../engine/model/failure.ts";
import type { ApiKeys } from "../../service/http/access/api-keys.ts";
import type { ServiceLog } from "../connect/service-log.ts";
import type { CommandHost } from "../host/command-host.ts";
import { hasKeyFile, withSecretFiles } from "./secret-files.ts";
import { readServiceKeys, shortKeysWarning } from "./service-keys.ts";
import { readTokenRules, tokenRulesWarning } from "./token-rules.ts";

/**
 * Handles SIGHUP. With keys in a file, it reads them again. Otherwise it resolves, so that the service ends: a
 * closed terminal sends SIGHUP too. A service with keys that was not started in a terminal goes on: an operator
 * expects that they are read again.
 */
export function untilHangup(host: CommandHost, keys: ApiKeys, log: ServiceLog): Promise<void> {
  const isInTerminal = host.terminal.err || host.terminal.out;
  return new Promise((resolve) =>
    host.onHangup(() => {
      if (hasKeyFile(host.env)) return reloadKeys(host, keys, log);
      if (!keys.isEmpty) log({ type: "keys-not-reloaded", failure: fixedKeys(isInTerminal) });
      if (keys.isEmpty || isInTerminal) resolve();
    }),
  );
}

function fixedKeys(isEnding: boolean): string {
  return `The keys are in an environment variable, which is read at the start only. ${isEnding ? "The service ends" : "Restart the service to change them"}. Keys in a file are read again after SIGHUP: set PROMPTCTL_SERVE_KEYS_FILE or PROMPTCTL_SERVE_NAMED_KEYS_FILE.`;
}

/** Reads the keys again. If they are not valid, those before are kept. */
function reloadKeys(host: CommandHost, keys: ApiKeys, log: ServiceLog): void {
  try {
    const env = withSecretFiles(host.env, host.cwd);
    const given = readServiceKeys(env);
    const rules = readTokenRules(env);
    keys.replace(given);
    keys.tokens?.replace(rules);
    host.err(shortKeysWarning(given) + tokenRulesWarning(rules));
    log({ type: "keys-reloaded", keys: given.length });
  } catch (error) {
    if (!isFailure(error)) throw error;
    log({ type: "keys-not-reloaded", failure: `${error.message} The keys before are kept.` });
  }
}
