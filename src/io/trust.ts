// Hosts from promptctl.yaml that the user allowed to receive the API key, stored in the user's
// configuration folder.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Environment } from "../engine/model/ports.ts";

export interface TrustedHosts {
  has(host: string): boolean;
  /** Stores a host; returns false if the file cannot be written. */
  add(host: string): boolean;
}

export function trustedHosts(env: Environment): TrustedHosts {
  const path = join(configFolder(env), "promptctl", "trusted-hosts.json");
  const read = (): string[] => {
    try {
      const value: unknown = JSON.parse(readFileSync(path, "utf8"));
      return Array.isArray(value) ? value.map(String) : [];
    } catch {
      return []; // missing or damaged
    }
  };
  return {
    has: (host) => read().includes(host),
    add: (host) => {
      const hosts = [...new Set([...read(), host])].sort();
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        writeFileSync(path, `${JSON.stringify(hosts, null, 2)}\n`, { mode: 0o600 });
        chmodSync(path, 0o600); // an existing file keeps its mode otherwise
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
