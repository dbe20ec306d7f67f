// The Dockerfile and the compose file pass their linters, and agree with each other and the program.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DCLinter } from "dclint";
import { validate } from "dockerfile-utils";
import { DockerfileParser, type Healthcheck } from "dockerfile-ast";
import { describe, expect, it, vi } from "vitest";
import { parse } from "yaml";
import { createProgram } from "../../src/cli/commands.ts";
import { fakeHost } from "../cli/fake-host.ts";
import { serveEmbedded } from "../fixtures/served.ts";
import { builtProgram } from "../fixtures/built.ts";

const root = join(import.meta.dirname, "../..");
const read = (name: string): string => readFileSync(join(root, "deploy", name), "utf8");
const dockerfile = read("Dockerfile");
const compose = read("compose.yaml");

interface Service {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly image?: string;
  readonly logging?: { readonly driver: string };
  readonly mem_limit?: string;
  readonly stop_grace_period: string;
}
const { services } = parse(compose) as { services: Readonly<Record<string, Service>> };

const program = createProgram(fakeHost([], { cwd: root }).host, async () => 0);
const serve = program.commands.find((command) => command.name() === "serve")!;
const defaultOf = (flag: string): unknown =>
  serve.options.find(({ long }) => long === flag)!.defaultValue;

describe("the Dockerfile", () => {
  it("passes its linter", () => {
    expect(validate(dockerfile)).toEqual([]);
    expect(validate("FROM node:22\nEXPOSE 4100 http\n")).toHaveLength(1);
  });

  it("exposes the default port of serve", () => {
    const exposed = DockerfileParser.parse(dockerfile)
      .getInstructions()
      .filter((each) => each.getKeyword() === "EXPOSE");
    expect(exposed.map((each) => each.getArgumentsContent())).toEqual([
      String(defaultOf("--port")),
    ]);
  });
});

describe("the compose file", () => {
  it("rotates the logs of each container", () => {
    const drivers = Object.values(services).map(({ logging }) => logging?.driver);
    expect(drivers).toEqual(["local", "local", "local"]);
  });

  it("names images by digest, and limits the memory of each container", () => {
    const all = Object.values(services);
    const images = all.flatMap(({ image }) => image ?? []);
    expect(images).toHaveLength(2);
    for (const image of images) expect(image).toMatch(/^[a-z]+:\d+@sha256:[\da-f]{64}$/);
    for (const { mem_limit: limit } of all) expect(limit).toMatch(/^\d+[gm]$/);
  });

  it("passes its linter and the schema of the Compose specification", () => {
    const rules = { "require-quotes-in-ports": [1, { quoteType: "double" }] as [1, object] };
    const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] });
    const results = linter.lintFiles([join(root, "deploy/compose.yaml")], false) as {
      readonly messages: readonly object[];
    }[];
    expect(results.map(({ messages }) => messages)).toEqual([[]]);
  });

  it("uses the variables of .env.example, and no others", () => {
    const used = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    const listed = [...read(".env.example").matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect([...new Set(used)].toSorted()).toEqual(listed.toSorted());
  });

  it("gives the service variables that it reads", () => {
    const pages = ["configuration.md", "providers.md", "deploy.md", "postgresql.md"]
      .map((name) => readFileSync(join(root, "docs", name), "utf8"))
      .join("");
    const names = Object.keys(services["service"]!.environment!);
    expect(names.filter((name) => !pages.includes(`\`${name}\``))).toEqual([]);
  });

  it("gives the service all variables of the providers", () => {
    const page = readFileSync(join(root, "docs/providers.md"), "utf8");
    const [table] = /\| variable[^]*?\n\n/.exec(page)!;
    const names = [...table.matchAll(/`([A-Z_]{6,})`/g)].map(([, name]) => name);
    expect(names).toHaveLength(8);
    expect(Object.keys(services["service"]!.environment!)).toEqual(expect.arrayContaining(names));
  });

  it("starts serve with flags that it has", () => {
    const { command } = services["service"]!;
    expect(command![0]).toBe("serve");
    serve.parseOptions(command!.slice(1));
    expect(serve.opts()).toMatchObject({ host: "0.0.0.0", trustProxy: "172.16.0.0/12" });
  });

  it("waits for requests in progress longer than serve, and the proxy longer than that", () => {
    const seconds = (name: string): number => {
      const [, minutes, rest] = /^(\d+)m(?:(\d+)s)?$/.exec(services[name]!.stop_grace_period)!;
      return Number(minutes) * 60 + Number(rest ?? 0);
    };
    const serveSeconds = Number(defaultOf("--provider-timeout")) / 1000 + 10;
    expect(seconds("service")).toBeGreaterThan(serveSeconds);
    expect(seconds("proxy")).toBeGreaterThan(seconds("service"));
  });
});

describe("the unit of systemd", () => {
  const unit = read("promptctl.service");
  const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, "m").exec(unit)![1]!;
  const main = builtProgram;

  it("is valid", ({ skip }) => {
    skip(spawnSync("systemd-analyze", ["--version"]).status !== 0, "there is no systemd-analyze");
    const folder = mkdtempSync(join(tmpdir(), "promptctl-unit-"));
    const path = join(folder, "promptctl.service");
    writeFileSync(path, unit.replace("/usr/local/bin/promptctl", process.execPath));
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", path], { encoding: "utf8" });
    rmSync(folder, { recursive: true });
    expect([status, stderr]).toEqual([0, ""]);
  });

  it("serves with the keys of the file, and reads them again when it is reloaded", async () => {
    const folder = mkdtempSync(join(tmpdir(), "promptctl-unit-"));
    const moved = (text: string): string =>
      text.replace(/\/(var\/lib|etc)\/promptctl/, folder).replace("--port 4100", "--port 0");
    const key = { name: "ci", scope: "read", key: "a-key-of-the-unit-of-systemd" };
    writeFileSync(join(folder, "keys.json"), JSON.stringify([key]));
    const settings = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)];
    const variables = settings.map(([, name, value]) => [name, moved(value!)]);
    const [program, ...words] = moved(valueOf("ExecStart")).split(" ");
    expect([program, valueOf("ExecReload")]).toEqual([
      "/usr/local/bin/promptctl",
      "/bin/kill -HUP $MAINPID",
    ]);
    const env = { PATH: process.env["PATH"], ...Object.fromEntries(variables) };
    const child = spawn(process.execPath, [main, ...words], { cwd: folder, env });
    try {
      const [text] = (await once(child.stdout, "data")) as [Buffer];
      const url = /at (\S+)/.exec(text.toString())![1]!;
      const status = async (name: string): Promise<number> =>
        (await fetch(`${url}/sdk/v1/tools`, { headers: { "x-api-key": name } })).status;
      expect([await status(key.key), await status("new")]).toEqual([200, 401]);
      writeFileSync(join(folder, "keys.json"), JSON.stringify([{ ...key, key: "new" }]));
      child.kill("SIGHUP");
      await vi.waitFor(async () => expect(await status("new")).toBe(200));
      expect([await status(key.key), existsSync(join(folder, "store.sqlite"))]).toEqual([
        401,
        true,
      ]);
    } finally {
      child.kill("SIGTERM");
    }
    expect((await once(child, "exit")) as unknown[]).toEqual([0, null]);
    rmSync(folder, { recursive: true });
  });

  it("gives requests in progress more time than serve does", () => {
    const serveSeconds = Number(defaultOf("--provider-timeout")) / 1000 + 10;
    expect(Number(valueOf("TimeoutStopSec"))).toBeGreaterThan(serveSeconds);
  });
});

describe("the health check", () => {
  const check = DockerfileParser.parse(dockerfile).getHEALTHCHECKs()[0] as Healthcheck;
  const words = JSON.parse(/CMD (\[.*\])/.exec(check.getRawArgumentsContent()!)![1]!) as string[];
  it.each([
    ["of the image", words],
    ["of the compose file", services["service"]!.healthcheck!.test.slice(1)],
  ])("%s succeeds while serve runs, and fails without it", async (_, [command, ...args]) => {
    const statusAt = (address: string): number | null =>
      spawnSync(
        command!,
        args.map((word) => word.replace("http://127.0.0.1:4100", address)),
      ).status;
    expect(args.at(-1)).toContain("http://127.0.0.1:4100/");
    const service = await serveEmbedded();
    const running = statusAt(service.baseUrl);
    await service[Symbol.asyncDispose]();
    expect([running, statusAt(service.baseUrl)]).toEqual([0, 1]);
  });
});
