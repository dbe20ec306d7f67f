// Hosts from promptctl.yaml that the user allowed to receive the API key, stored in the user's
// configuration folder.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Environment } from "../engine/model/ports.ts";
import { readJsonList, writeJson } from "./json-file.ts";

export interface TrustedHosts {
  has(host: string): boolean;
  /** Stores a host; returns false if the file cannot be written. */
  add(host: string): boolean;
}

export function trustedHosts(env: Environment): TrustedHosts {
  const path = join(configFolder(env), "promptctl", "trusted-hosts.json");
  return {
    has: (host) => readJsonList(path).includes(host),
    add: (host) => {
      const hosts = new Set([...readJsonList(path).map(String), host]);
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        writeJson(path, [...hosts].sort());
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
