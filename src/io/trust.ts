// Hosts from promptctl.yaml that the user allowed to receive the API key, stored in the user's
// configuration folder.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Environment } from "../engine/model/ports.ts";
import { readJsonList, writeJson } from "./json-file.ts";

export function isTrustedHost(env: Environment, host: string): boolean {
  return (readJsonList(pathOfTrustedHosts(env)) ?? []).includes(host);
}

/** Stores a host; returns false if the file cannot be written. */
export function trustHost(env: Environment, host: string): boolean {
  const path = pathOfTrustedHosts(env);
  const hosts = new Set([...(readJsonList(path) ?? []).map(String), host]);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeJson(path, [...hosts].sort());
    return true;
  } catch {
    return false;
  }
}

function pathOfTrustedHosts(env: Environment): string {
  const home = env["HOME"] ?? env["USERPROFILE"] ?? ".";
  const folder = env["XDG_CONFIG_HOME"] || env["APPDATA"] || join(home, ".config");
  return join(folder, "promptctl", "trusted-hosts.json");
}
