// Which files of trusted hosts the program believes: never one that a repository brings.
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { folderOf } from "../../io/folder.ts";
import { loopback } from "../../io/loopback.ts";
import { repositoryOf, type TestRepository } from "../../io/repository.ts";
import { runHere } from "../run-here.ts";

const trusted = "promptctl/trusted-hosts.json";
const key = { PROMPTCTL_API_KEY: "secret" };
const flags = ["plan", "--retries", "0"];

/** A project whose promptctl.yaml names a service, and whose commit trusts this host in .config. */
function projectFor(url: string): TestRepository {
  return repositoryOf({
    "promptctl.yaml": `baseUrl: ${url}\n`,
    "prompts/a.yaml": "",
    [`.config/${trusted}`]: JSON.stringify([new URL(url).host]),
  });
}

describe("an API key is not sent because a file of the project trusts the host", () => {
  it.each([
    ["HOME is not set", () => ({}), "HOME is not set"],
    ["HOME is empty", () => ({ HOME: "" }), "HOME is not set"],
    ["HOME is relative", () => ({ HOME: "." }), "HOME is not an absolute path"],
    [
      "USERPROFILE is relative",
      () => ({ USERPROFILE: "." }),
      "USERPROFILE is not an absolute path",
    ],
    ["APPDATA is relative", () => ({ APPDATA: ".config" }), "APPDATA is not an absolute path"],
    [
      "XDG_CONFIG_HOME is relative",
      () => ({ HOME: "/nonexistent", XDG_CONFIG_HOME: ".config" }),
      "XDG_CONFIG_HOME is not an absolute path",
    ],
    ["HOME is the repository", (it: TestRepository) => ({ HOME: it.path }), "git tracks it"],
    [
      "HOME has a link to the repository",
      (it: TestRepository) => ({ HOME: it.at("home") }),
      "git tracks it",
    ],
    [
      "XDG_CONFIG_HOME is a submodule",
      (it: TestRepository) => ({ XDG_CONFIG_HOME: it.at("nested") }),
      "it is in a git repository of its own",
    ],
  ])("%s", async (_, envOf, why) => {
    await using service = await loopback((_request, response) => response.end("[]"));
    await using repository = projectFor(service.url);
    repository.link("home/.config", repository.at(".config"));
    repository.write(`nested/${trusted}`, JSON.stringify([new URL(service.url).host]));
    repository.git(["init", "-q"], "nested");
    const env = { ...key, ...envOf(repository) };
    const { code, err } = await runHere(repository.path, flags, env);
    expect(service.requests).toEqual([]);
    expect(code).toBe(4);
    expect(err).toContain("API key not sent to ");
    expect(err).toContain(`Earlier answers are not known: `);
    expect(err).toContain(`${why}.\n`);
  });
});

describe("nor because of a file", () => {
  const settings = (url: string) => ({
    "promptctl.yaml": `baseUrl: ${url}\n`,
    "prompts/a.yaml": "",
  });
  const hosts = (url: string): string => JSON.stringify([new URL(url).host]);

  it("that a repository around the project's own tracks", async () => {
    await using service = await loopback((_request, response) => response.end("[]"));
    await using outer = repositoryOf({ [`.config/${trusted}`]: hosts(service.url) });
    for (const [path, text] of Object.entries(settings(service.url)))
      outer.write(`project/${path}`, text);
    outer.git(["init", "-q"], "project");
    const env = { ...key, HOME: outer.path };
    const { err } = await runHere(outer.at("project"), flags, env);
    expect([service.requests, err]).toEqual([[], expect.stringContaining("git tracks it.")]);
  });

  it("in the folder of a project without git", async () => {
    await using service = await loopback((_request, response) => response.end("[]"));
    const config = { [`.config/${trusted}`]: hosts(service.url) };
    await using folder = folderOf({ ...settings(service.url), ...config });
    const { err } = await runHere(folder.path, flags, { ...key, HOME: folder.path });
    expect(service.requests).toEqual([]);
    expect(err).toContain("it is in the folder of the project.");
  });

  it.each([
    [`.config/${trusted}`, `.config/${trusted}`],
    [".config", ".config"],
  ])("to which a link of the repository leads: %s", async (link, target) => {
    await using service = await loopback((_request, response) => response.end("[]"));
    await using outside = folderOf({ [`.config/${trusted}`]: hosts(service.url) });
    await using repository = repositoryOf(settings(service.url));
    repository.link(link, outside.at(target));
    repository.git(["add", "."]);
    const env = { ...key, HOME: repository.path };
    const { err } = await runHere(repository.path, flags, env);
    expect(service.requests).toEqual([]);
    expect(err).toContain("it is behind a symbolic link.");
  });
});

it.each([["HOME"], ["XDG_CONFIG_HOME"]])(
  "a file in %s outside the repository is believed",
  async (variable) => {
    await using service = await loopback((_request, response) => response.end("[]"));
    await using repository = projectFor(service.url);
    const file = variable === "HOME" ? `.config/${trusted}` : trusted;
    await using home = folderOf({ [file]: JSON.stringify([new URL(service.url).host]) });
    const env = { ...key, [variable]: home.path };
    await runHere(repository.path, flags, env);
    expect(service.requests[0]?.headers["x-api-key"]).toBe("secret");
    expect(existsSync(home.at(file))).toBe(true);
  },
);
