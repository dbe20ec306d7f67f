// The Dockerfile and the compose file pass their linters, and agree with each other and the program.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DCLinter } from "dclint";
import { validate } from "dockerfile-utils";
import { DockerfileParser, type Healthcheck } from "dockerfile-ast";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createProgram } from "../../src/cli/commands.ts";
import { fakeHost } from "../cli/fake-host.ts";
import { serveEmbedded } from "../fixtures/served.ts";

const root = join(import.meta.dirname, "../..");
const read = (name: string): string => readFileSync(join(root, "deploy", name), "utf8");
const dockerfile = read("Dockerfile");
const compose = read("compose.yaml");

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly logging?: { readonly driver: string };
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
    const page = readFileSync(join(root, "docs/configuration.md"), "utf8");
    const unknown = Object.keys(services["service"]!.environment!).filter(
      (name) => name !== "PGPASSWORD" && !page.includes(`\`${name}\``),
    );
    expect(unknown).toEqual([]);
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
