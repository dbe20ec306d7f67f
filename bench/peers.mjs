// Other tools from npm that do the same work, and their input. A tool is installed once, into a folder
// outside of the repository.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folder, run } from "./runs.mjs";
import { paragraphs, phrase } from "./texts.mjs";

const count = 2000; // resources or tests
const cache = process.env.PROMPTCTL_BENCH_PEERS ?? join(tmpdir(), "promptctl-bench-peers");

/** auth0-deploy-cli, which syncs YAML to a service as promptctl does. */
export function auth0() {
  return installPeer("auth0-deploy-cli", "8.44.0", "lib/index.js", "a0deploy", {});
}

/** promptfoo, which tests prompts; this is the last version for Node 20. */
export function promptfoo() {
  return installPeer("promptfoo", "0.121.20", "dist/src/entrypoint.js", "promptfoo", {
    PROMPTFOO_CONFIG_DIR: join(folder, "promptfoo"),
    PROMPTFOO_DISABLE_REMOTE_GENERATION: "1",
    PROMPTFOO_DISABLE_TELEMETRY: "1",
    PROMPTFOO_DISABLE_UPDATE: "1",
  });
}

/** prettier, which formats YAML too. */
export function prettier() {
  return installPeer("prettier", "3.10.1", "bin/prettier.cjs", "prettier", {});
}

/** Returns the installed tool, or an object with `skip`, the reason why it cannot be measured. */
async function installPeer(name, version, entry, program, env) {
  const prefix = join(cache, `${name}-${version}`);
  const path = join(prefix, "node_modules", name);
  const marker = join(prefix, "complete");
  try {
    if (!existsSync(marker)) await npmInstall(prefix, `${name}@${version}`);
    writeFileSync(marker, "");
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return { skip: `${name} ${version}: npm could not install it` };
  }
  const command = (...args) => [process.execPath, join(path, entry), ...args];
  return { name: `${program} ${version}`, path, env, command };
}

/** Installs a package into a folder with the user's npm configuration. No package scripts run. */
export function npmInstall(prefix, specifier, ...flags) {
  mkdirSync(prefix, { recursive: true });
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--no-save"];
  return run(["npm", "install", ...options, ...flags, "--prefix", prefix, specifier], process.env);
}

/** Writes actions with 2.3 kB of code in a file, and roles; returns the command that loads them. */
export function auth0Import({ path }) {
  const tenantFolder = join(folder, "auth0");
  mkdirSync(join(tenantFolder, "actions"), { recursive: true });
  const actions = Array.from({ length: (count * 7) / 20 }, (_, number) => {
    const code = `actions/${number}.js`;
    writeFileSync(join(tenantFolder, code), paragraphs(number, 2300).replaceAll(/^/gm, "// "));
    return `  - name: "Action ${number}"\n    code: ./${code}\n    runtime: node22\n    supported_triggers: [{ id: post-login, version: v3 }]\n`;
  });
  const roles = Array.from(
    { length: count - actions.length },
    (_, number) => `  - { name: "Role ${number}", description: "${phrase(number, 60)}" }\n`,
  );
  const tenant = join(tenantFolder, "tenant.yaml");
  writeFileSync(tenant, `actions:\n${actions.join("")}roles:\n${roles.join("")}`);
  return [process.execPath, join(import.meta.dirname, "auth0-import.mjs"), path, tenant];
}

/** Writes a configuration of tests with an assertion each; returns the command that validates it. */
export function promptfooValidate({ command }) {
  const tests = Array.from(
    { length: count },
    (_, number) =>
      `  - vars: { input: "${phrase(number, 700)}" }\n    assert: [{ type: contains, value: order }]\n`,
  );
  const config = join(folder, "promptfoo.yaml");
  const text = `prompts: ["{{input}}"]\nproviders: [echo]\ntests:\n${tests.join("")}`;
  writeFileSync(config, text);
  return command("validate", "config", "-c", config);
}

/** Writes cases for a provider with OpenAI's interface; returns the commands without and with the cache. */
export function promptfooEval({ command, env }, { count: cases, url, concurrency }) {
  const tests = Array.from(
    { length: cases },
    (_, number) =>
      `  - vars: { ticket: "Where is order ${number}?" }\n    assert:\n      - { type: contains-any, value: [order, parcel] }\n      - { type: icontains, value: reply }\n`,
  );
  const config = join(folder, "promptfoo-eval.yaml");
  const provider = `  - id: openai:chat:gpt-5.4-mini\n    config: { apiBaseUrl: "${url}/v1", apiKey: key }\n`;
  const text = `prompts: ["{{ticket}}"]\nproviders:\n${provider}tests:\n${tests.join("")}`;
  writeFileSync(config, text);
  const evaluate = (...flags) =>
    command("eval", "-c", config, "-j", String(concurrency), "--no-table", ...flags);
  return { live: evaluate("--no-cache"), cached: evaluate(), env };
}
