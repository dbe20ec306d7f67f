// Secrets in files: the variable NAME_FILE names a file with the value of NAME, as Docker and systemd
// give secrets to a process. Other users can often read the environment of a process, not the file.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { failed, type Failure, wrongUsage } from "../../engine/model/failure.ts";
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import { providerFacts } from "../../engine/providers/provider-facts.ts";
import { systemMessage } from "../../engine/text/system-message.ts";

/** The variables with the keys that `serve` accepts. */
const keyVariables = [
  "PROMPTCTL_SERVE_NAMED_KEYS",
  "PROMPTCTL_SERVE_KEYS",
  "PROMPTCTL_API_KEY",
  "PROMPTCTL_SERVE_OIDC",
];

/** The variables of `serve` that can contain a secret. */
const secretVariables: readonly string[] = [
  ...keyVariables,
  "PROMPTCTL_STORE",
  "PGPASSWORD",
  ...Object.values(providerFacts).flatMap(
    ({ keyVariable, tokenVariable, headersVariable, baseUrlVariable }) =>
      [keyVariable, tokenVariable, headersVariable, baseUrlVariable].filter(
        (name) => name !== undefined,
      ),
  ),
];

/** The environment with the values of the files and their absolute paths. Relative ones are those of `cwd`. */
export function withSecretFiles(env: EnvironmentVariables, cwd: string): EnvironmentVariables {
  const values = secretVariables.flatMap((name) => {
    const given = env[fileVariable(name)];
    if (!given) return [];
    if (env[name])
      throw wrongUsage(
        "secret-twice",
        `${name} and ${fileVariable(name)} are both set.`,
        "Set one of them.",
      );
    const path = resolve(cwd, given);
    return [
      [name, readSecret(name, path)],
      [fileVariable(name), path],
    ];
  });
  return { ...env, ...Object.fromEntries(values) };
}

/** Where the value of a variable is, for messages: `NAME`, or `NAME_FILE (PATH)`. */
export function secretSource(env: EnvironmentVariables, name: string): string {
  const path = env[fileVariable(name)];
  return path ? `${fileVariable(name)} (${path})` : name;
}

/** Whether a file has keys of the service, which can change while it runs. */
export function hasKeyFile(env: EnvironmentVariables): boolean {
  return keyVariables.some((name) => env[fileVariable(name)]);
}

/** An empty file is an error: a service without keys would be open to all programs of the machine. */
function readSecret(name: string, path: string): string {
  const wrong = (what: string, hint: string): Failure =>
    failed("secret-file", `The file ${path} of ${fileVariable(name)} ${what}.`, hint);
  let text: string;
  try {
    text = readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    const hint = "Correct its path, or let the user of the service read it.";
    throw wrong(`cannot be read: ${systemMessage(error)}`, hint);
  }
  if (text.trim() === "") throw wrong("is empty", `Write the value of ${name} into it.`);
  return text;
}

function fileVariable(name: string): string {
  return `${name}_FILE`;
}
