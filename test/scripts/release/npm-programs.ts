// Packages of the registry that are programs: versions of npm, and a registry for tests.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

const dependencies = {
  "npm-10": "npm:npm@10",
  "npm-11": "npm:npm@11",
  "npm-12": "npm:npm@12",
  verdaccio: "6",
};

/**
 * The `node_modules` with the programs, without their scripts. Installed once for all test files, in the
 * folder of test/global-setup.ts: the others wait for the one that begins.
 */
export async function installedPrograms(): Promise<string> {
  const folder = join(process.env["PROMPTCTL_TEST_SHARED"]!, "npm-programs");
  while (!existsSync(join(folder, "installed"))) {
    const isFirst = mkdirSync(folder, { recursive: true }) !== undefined;
    if (isFirst) install(folder);
    else await setTimeout(200);
  }
  return join(folder, "node_modules");
}

function install(folder: string): void {
  try {
    // Verdaccio depends on the tag `cjs` of node-fetch, which mirrors of the registry can lack.
    const manifest = { private: true, dependencies, overrides: { "node-fetch": "2.6.7" } };
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
    const flags = ["--ignore-scripts", "--no-package-lock", "--engine-strict=false"]; // npm 12 on Node 20
    execFileSync("npm", ["install", ...flags], { cwd: folder, stdio: "pipe" });
    writeFileSync(join(folder, "installed"), "");
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Writes `npm` and `npx` of a version of npm to a folder, for the PATH. */
export function writeNpmPrograms(folder: string, npm: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of ["npm", "npx"]) {
    const script = `#!/bin/sh\nexec '${process.execPath}' '${npm}/bin/${name}-cli.js' "$@"\n`;
    writeFileSync(join(folder, name), script, { mode: 0o755 });
  }
}

export interface Registry extends AsyncDisposable {
  readonly url: string;
  /** The text of an .npmrc with the token of a person who may publish. */
  readonly npmrc: string;
}

const configuration = `storage: storage
auth: { htpasswd: { file: htpasswd } }
packages: { "**": { access: $all, publish: $authenticated } }
log: { type: stdout, level: error }
`;

/** Starts Verdaccio on a loopback port. It has no packages and knows no other registry. */
export async function startRegistry(folder: string, packages: string): Promise<Registry> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "config.yaml"), configuration);
  const port = await unusedPort();
  const program = join(packages, "verdaccio", "bin", "verdaccio");
  const words = [program, "--config", join(folder, "config.yaml"), "--listen", `127.0.0.1:${port}`];
  const server = spawn(process.execPath, words, { cwd: folder, stdio: "ignore" });
  const ended = once(server, "exit");
  const url = `http://127.0.0.1:${port}/`;
  const answers = (): Promise<boolean> =>
    fetch(`${url}-/ping`).then(
      (reply) => reply.ok,
      () => false,
    );
  while (!(await answers())) {
    if (server.exitCode !== null) throw new Error(`verdaccio ended with ${server.exitCode}`);
    await setTimeout(100);
  }
  const person = await fetch(`${url}-/user/org.couchdb.user:maintainer`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "maintainer", password: "a long password" }),
  });
  const { token } = (await person.json()) as { token: string };
  return {
    url,
    npmrc: `//127.0.0.1:${port}/:_authToken=${token}\n`,
    [Symbol.asyncDispose]: async () => {
      server.kill();
      await ended;
    },
  };
}

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
