// The program believes nothing in `.promptctl/` that may have come with a checkout: no cached
// reply, no journal, no list of failures and no store.
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { greetingProject } from "../fixtures/support-project.ts";
import { runHere } from "../cli/run-here.ts";
import { type Loopback, loopback } from "../io/loopback.ts";
import { repositoryOf, type TestRepository } from "../io/repository.ts";

const entry = {
  kind: "evaluation",
  id: "1",
  address: "evaluation/a/b",
  replacementDigest: "c",
  content: "d",
};

/** What a repository could bring. The journal names an evaluation that apply would delete. */
const stateFiles = {
  "replies/a.json": "{}",
  "unfinished.json": JSON.stringify([{ baseUrl: "https://x.example", ...entry, children: [] }]),
  "last-test.json": "[]",
  "store.sqlite": "",
};

const prefixed = (prefix: string): Record<string, string> =>
  Object.fromEntries(Object.entries(stateFiles).map(([name, text]) => [`${prefix}/${name}`, text]));

const checkouts: readonly (readonly [string, (it: TestRepository, other: string) => void])[] = [
  ["git tracks it", (it) => void it.commit(prefixed(".promptctl"))],
  [
    "it is in a git repository of its own",
    (it, other) => void it.git(["submodule", "add", "-q", other, ".promptctl"]),
  ],
  [
    "it is behind a symbolic link",
    (it) => {
      it.link(".promptctl", "state");
      it.commit(prefixed("state"));
    },
  ],
];

describe.each(checkouts)("%s", (reason, arrange) => {
  const flags = ["--retries", "0"];
  const bringsOwn = `${reason}: a change of the repository could bring its own.`;
  let repository: TestRepository;
  let other: TestRepository;
  let service: Loopback;
  beforeAll(async () => {
    service = await loopback((_request, response) => response.end("[]"));
    other = repositoryOf(stateFiles);
    repository = repositoryOf(greetingProject(["one"]));
    arrange(repository, other.path);
  });
  afterAll(async () => {
    for (const each of [service, repository, other]) await each[Symbol.asyncDispose]();
  });

  it.each([
    [["test", "--base", "none", "--cached-only"], "replies"],
    [["test", "--base", "none", "--failed"], "last-test.json"],
    [["plan", "--local"], "store.sqlite"],
    [["apply", "--local", "--auto-approve"], "store.sqlite"],
    [["serve", "--port", "0"], "store.sqlite"],
  ])("%j is refused", async (words, name) => {
    const { code, err } = await runHere(repository.path, words, { OPENAI_API_KEY: "k" });
    expect(err).toContain(`.promptctl/${name} is not used, because ${bringsOwn}`);
    expect(code).toBe(4);
  });

  it("cached replies are ignored", async () => {
    const env = { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: service.url };
    const words = ["test", "--base", "none", ...flags];
    const { err } = await runHere(repository.path, words, env);
    expect(err).toContain(`.promptctl/replies is ignored, because ${bringsOwn}`);
    expect(service.requests.length).toBeGreaterThan(0);
  });

  it("the replace journal is ignored", async () => {
    const words = ["plan", "--base-url", service.url, ...flags];
    const { err } = await runHere(repository.path, words);
    expect(err).toContain(`.promptctl/unfinished.json is ignored, because ${reason}.`);
  });
});

describe("a committed link in place of the replace journal is not followed", () => {
  it.each([
    ["a device", "/dev/zero"],
    ["a pipe", "../pipe"],
  ])("to %s", async (_, target) => {
    await using repository = repositoryOf({ ...greetingProject(["one"]), ".gitignore": "pipe\n" });
    await using service = await loopback((_request, response) => response.end("[]"));
    execFileSync("mkfifo", [repository.at("pipe")]);
    repository.link(".promptctl/unfinished.json", target);
    repository.commit();
    const words = ["plan", "--base-url", service.url, "--retries", "0"];
    const { code, err } = await runHere(repository.path, words, { CI: "true" });
    expect(err).toContain("is ignored, because it cannot be read: it is not a regular file.");
    expect(code).toBe(0);
  });
});

describe("the refusal of a store that a person may want to keep says how", () => {
  it.each([
    [
      "where git is not installed",
      { PATH: "/nonexistent" },
      "Install git, or add its folder to PATH.",
    ],
    ["where git tracks it", {}, "git rm -r --cached .promptctl"],
  ])("%s", async (_, env, remedy) => {
    await using repository = repositoryOf(greetingProject(["one"]));
    repository.write(".promptctl/store.sqlite", "");
    repository.git(["add", "--force", ".promptctl"]);
    const { code, err } = await runHere(repository.path, ["plan", "--local"], env);
    expect([code, err]).toEqual([4, expect.stringContaining(remedy) as string]);
    expect(err).not.toContain("  Delete it");
  });
});
