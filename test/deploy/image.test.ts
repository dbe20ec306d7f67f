// The image and the compose file, built and run with Docker (skipped without it); and the steps of the
// Dockerfile, run in folders, with the files that the build context has.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Copy, DockerfileParser } from "dockerfile-ast";
import { expect, it, vi } from "vitest";
import { toolBody } from "../scenarios/contract/bodies.ts";
import { folderOf } from "../io/folder.ts";

const root = join(import.meta.dirname, "../..");
const key = "key-of-the-test";

/** Copies the files of the build context: Dockerfile.dockerignore lists what it has. */
function copyContext(target: string): void {
  const lines = readFileSync(join(root, "deploy/Dockerfile.dockerignore"), "utf8").split("\n");
  const included = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  expect(lines).toContain("*");
  for (const name of included)
    cpSync(join(root, name), join(target, name), {
      recursive: true,
      filter: (path) => !/src\/generated\/[^/]*\.js$/.test(path),
    });
}

/** Runs COPY and RUN of the first stage, and COPY of the second one; returns the folder /app. */
function runSteps(folder: string): string {
  const context = join(folder, "context");
  const build = join(folder, "build");
  const app = join(folder, "app");
  for (const path of [context, build, app]) mkdirSync(path);
  copyContext(context);
  let stage = 0;
  const file = readFileSync(join(root, "deploy/Dockerfile"), "utf8");
  for (const instruction of DockerfileParser.parse(file).getInstructions()) {
    const words = instruction.getArguments().map((each) => each.getValue());
    const keyword = instruction.getKeyword();
    if (keyword === "FROM") stage += 1;
    if (keyword === "RUN" && stage === 1)
      execFileSync("sh", ["-c", words.join(" ")], { cwd: build, stdio: "pipe" });
    if (keyword !== "COPY") continue;
    const isFromBuild = (instruction as Copy).getFromFlag() !== null;
    const sources = words.slice(0, -1).map((path) => path.replace(/^\/build\//, ""));
    const target = join(stage === 1 ? build : app, words.at(-1)!);
    for (const source of sources)
      copyLikeDocker(join(isFromBuild ? build : context, source), target);
  }
  return app;
}

/** A file is copied into the folder, the content of a folder to the target. */
function copyLikeDocker(source: string, target: string): void {
  const path = statSync(source).isFile() ? join(target, basename(source)) : target;
  cpSync(source, path, { recursive: true });
}

it("the steps of the Dockerfile yield a program that serves its store, with no other packages", async () => {
  await using folder = folderOf();
  const app = runSteps(folder.at("."));
  const packages = readdirSync(join(app, "node_modules")).filter((name) => !name.startsWith("."));
  expect(packages).toEqual(["@libsql", "@neon-rs", "detect-libc", "libsql"]); // the driver of SQLite
  const main = join(app, "dist/main.cjs");
  const store = folder.at("store.sqlite");
  const env = { PATH: process.env["PATH"], PROMPTCTL_STORE: store, PROMPTCTL_SERVE_KEYS: key };
  const child = spawn(main, ["serve", "--port", "0"], { env });
  try {
    const [text] = (await once(child.stdout, "data")) as [Buffer];
    const url = /at (\S+)/.exec(text.toString())![1]!;
    expect(await createAndList(url)).toEqual([toolBody.name]);
  } finally {
    child.kill("SIGTERM");
  }
  expect((await once(child, "exit")) as unknown[]).toEqual([0, null]);
});

/** Creates a tool; returns the names of all tools. */
async function createAndList(url: string): Promise<string[]> {
  const tools = `${url}/sdk/v1/tools`;
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const body = JSON.stringify(toolBody);
  expect((await fetch(tools, { method: "POST", headers, body })).status).toBe(200);
  const list = (await (await fetch(tools, { headers })).json()) as { name: string }[];
  return list.map(({ name }) => name);
}

/** Resolves when the proxy has connected to a replica; fails after 30 seconds. */
async function whenReady(url: string): Promise<void> {
  const isReady = async (): Promise<boolean> => (await fetch(`${url}/readyz`)).ok;
  await vi.waitUntil(() => isReady().catch(() => false), { timeout: 30_000, interval: 100 });
}

it("the image has the version of the package", () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    version: string;
  };
  const file = DockerfileParser.parse(readFileSync(join(root, "deploy/Dockerfile"), "utf8"));
  const properties = file.getARGs().map((each) => each.getProperty());
  expect(properties.map((each) => [each?.getName(), each?.getValue()])).toContainEqual([
    "VERSION",
    version,
  ]);
});

const hasDocker = (): boolean =>
  spawnSync("docker", ["info"]).status === 0 &&
  spawnSync("docker", ["compose", "version"]).status === 0;

it("the compose file starts, and keeps what was written when it starts again", async ({ skip }) => {
  skip(!hasDocker(), "docker info or docker compose version fails");
  await using folder = folderOf();
  const port = String(randomInt(20_000, 30_000));
  const url = `http://127.0.0.1:${port}`;
  const password = "a b$c'@:/";
  const values = { PROMPTCTL_SERVE_KEYS: key, POSTGRES_PASSWORD: password, PROMPTCTL_PORT: port };
  const env = { ...process.env, ...values };
  writeFileSync(folder.at("empty.env"), "");
  const project = `promptctl-test-${randomBytes(4).toString("hex")}`;
  const words = ["--env-file", folder.at("empty.env"), "--project-name", project];
  const compose = (...args: string[]): string =>
    execFileSync("docker", ["compose", ...words, "--file", "deploy/compose.yaml", ...args], {
      cwd: root,
      env,
      encoding: "utf8",
    });
  try {
    compose("up", "--build", "--detach", "--wait");
    await whenReady(url);
    expect(await createAndList(url)).toEqual([toolBody.name]);
    compose("restart");
    compose("up", "--detach", "--wait");
    await whenReady(url);
    expect(await createAndList(url)).toEqual([toolBody.name, toolBody.name]);
    expect(compose("logs")).not.toContain(password);
  } finally {
    compose("down", "--volumes", "--rmi", "local", "--timeout", "20");
  }
}, 900_000);
