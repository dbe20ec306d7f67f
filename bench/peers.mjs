// Other tools that do the same work, from npm: installed once into a folder outside of the repository,
// left out with a word where that fails. kubectl is kubectl.mjs.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folder, run } from "./runs.mjs";
import { paragraphs, phrase } from "./texts.mjs";

const cache = process.env.PROMPTCTL_BENCH_PEERS ?? join(tmpdir(), "promptctl-bench-peers");

/** Whether a peer is only a sentence that says why it is left out. */
export const left = (peer) => typeof peer === "string";

/** auth0-deploy-cli, which syncs YAML to a service as promptctl does. */
export async function auth0() {
  return peer("auth0-deploy-cli", "8.44.0", "lib/index.js", "a0deploy", {});
}

/** promptfoo, which tests prompts; this is its last version for Node 20. */
export async function promptfoo() {
  return peer("promptfoo", "0.121.20", "dist/src/entrypoint.js", "promptfoo", {
    PROMPTFOO_CONFIG_DIR: join(folder, "promptfoo"),
    PROMPTFOO_DISABLE_REMOTE_GENERATION: "1",
    PROMPTFOO_DISABLE_TELEMETRY: "1",
    PROMPTFOO_DISABLE_UPDATE: "1",
  });
}

async function peer(name, version, entry, command, env) {
  const place = join(cache, `${name}-${version}`);
  const path = join(place, "node_modules", name);
  const program = (...words) => [process.execPath, join(path, entry), ...words];
  const there = { name: `${command} ${version}`, path, env, program };
  if (existsSync(join(place, "complete"))) return there;
  try {
    await npmInstall(place, `${name}@${version}`);
    writeFileSync(join(place, "complete"), "");
    return there;
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return `${name} ${version}: npm could not install it`;
  }
}

/** Installs a package into a folder; npm's own environment holds, and no script of a package runs. */
export function npmInstall(place, what, ...flags) {
  mkdirSync(place, { recursive: true });
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--no-save"];
  return run(["npm", "install", ...quiet, ...flags, "--prefix", place, what], process.env);
}

/** Resources of auth0's: actions with 2.3 kB of code in a file, and roles; a command line that loads them. */
export function auth0Loading({ path }, count) {
  const place = join(folder, `auth0-${count}`);
  mkdirSync(join(place, "actions"), { recursive: true });
  const actions = Array.from({ length: Math.round((count * 7) / 20) }, (_, number) => {
    const code = `actions/${number}.js`;
    writeFileSync(join(place, code), paragraphs(number, 2300).replaceAll(/^/gm, "// "));
    return `  - name: "Action ${number}"\n    code: ./${code}\n    runtime: node22\n    supported_triggers: [{ id: post-login, version: v3 }]\n`;
  });
  const roles = Array.from(
    { length: count - actions.length },
    (_, number) => `  - { name: "Role ${number}", description: "${phrase(number, 60)}" }\n`,
  );
  const tenant = join(place, "tenant.yaml");
  writeFileSync(tenant, `actions:\n${actions.join("")}roles:\n${roles.join("")}`);
  return [process.execPath, join(import.meta.dirname, "auth0.mjs"), path, tenant];
}

/** A configuration of promptfoo's with so many tests, each with a check; a command line that validates it. */
export function promptfooValidating({ program }, count) {
  const tests = Array.from(
    { length: count },
    (_, number) =>
      `  - vars: { input: "${phrase(number, 700)}" }\n    assert: [{ type: contains, value: order }]\n`,
  );
  const config = join(folder, `promptfoo-${count}.yaml`);
  const head = `prompts: ["{{input}}"]\nproviders: [echo]\ntests:\n`;
  writeFileSync(config, head + tests.join(""));
  return program("validate", "config", "-c", config);
}
