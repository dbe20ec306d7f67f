// The addresses from files that the user said may receive the key, remembered per host in the
// user's configuration folder.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Environment } from "../engine/model/ports.ts";

export interface TrustedHosts {
  has(host: string): boolean;
  /** Remembers a host; false where nothing can be written. */
  add(host: string): boolean;
}

export function trustedHosts(env: Environment): TrustedHosts {
  const path = join(configFolder(env), "promptctl", "trusted-hosts.json");
  const read = (): string[] => {
    try {
      const value: unknown = JSON.parse(readFileSync(path, "utf8"));
      return Array.isArray(value) ? value.map(String) : [];
    } catch {
      return []; // not there yet, or not ours: nobody is trusted
    }
  };
  return {
    has: (host) => read().includes(host),
    add: (host) => {
      const hosts = [...new Set([...read(), host])].sort();
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        writeFileSync(path, `${JSON.stringify(hosts, null, 2)}\n`, { mode: 0o600 });
        chmodSync(path, 0o600); // it may have been there with another mode
        return true;
      } catch {
        return false;
      }
    },
  };
}

function configFolder(env: Environment): string {
  const home = env["HOME"] ?? env["USERPROFILE"] ?? ".";
  return env["XDG_CONFIG_HOME"] || env["APPDATA"] || join(home, ".config");
}
