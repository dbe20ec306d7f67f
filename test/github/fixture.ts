// A checkout with a project, the prompt service and a fake GitHub on local ports, and a runner.
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bodies } from "../../src/generated/wire-validators.js";
import { kinds } from "../../src/kinds.ts";
import type { GivenKeys } from "../../src/service/http/access/api-keys.ts";
import { createService } from "../../src/service/http/app.ts";
import { listen } from "../../src/service/http/listen.ts";
import { openStore } from "../../src/service/open-store.ts";
import { project } from "../cli/project.ts";
import { type Folder, folderOf } from "../io/folder.ts";
import { commitAfter, mainBeforeHead, runGitScript, runTestGit } from "../io/repository.ts";
import { type FakeGitHub, fakeGitHub } from "./fake-github.ts";
import { mergeSha } from "./events.ts";
import { type GitHubEvent, type StepResult, runStep, type Step, token } from "./run-step.ts";

/** The key of the service. */
export const key = "key-SECRET-42-of-the-service";

interface Service {
  readonly url: string;
  /** The writing requests: `POST /sdk/v1/tools`. */
  writes(): string[];
  readonly calls: string[];
  send(method: string, path: string, body?: unknown): Promise<unknown>;
}

export interface ActionFixture extends AsyncDisposable {
  readonly folder: Folder;
  readonly service: Service;
  readonly github: FakeGitHub;
  /** The files at the base of a pull request, by their paths in the checkout; none at first. */
  base: Readonly<Record<string, string>>;
  /** The error message of refused requests. */
  refusalMessage: string;
  refusalStatus: number;
  /** Whether the service refuses a request. */
  refuse: (request: Request) => boolean;
  /** Runs before the service responds to a request. */
  beforeResponse: (request: Request) => Promise<void>;
  /** Runs a step with these inputs on this event. */
  run(command: string, event: GitHubEvent, more?: RunOptions): Promise<StepResult>;
}

export interface RunOptions {
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly step?: Partial<Step>;
}

/**
 * Runs `apply` for the commit of an event. Without a repository, the checkout has a HEAD meanwhile,
 * and nothing else. In a repository, HEAD takes the place of `mergeSha`.
 */
async function atCommitOf(
  event: GitHubEvent,
  { checkout, github }: { readonly checkout: string; readonly github: FakeGitHub },
  apply: (event: GitHubEvent) => Promise<StepResult>,
): Promise<StepResult> {
  const git = join(checkout, ".git");
  if (existsSync(git)) {
    if (event.sha !== mergeSha) return apply(event);
    github.merge = runTestGit(["rev-parse", "HEAD"], checkout);
    return apply({ ...event, sha: github.merge });
  }
  for (const name of ["objects", "refs"]) mkdirSync(join(git, name), { recursive: true });
  writeFileSync(join(git, "HEAD"), `${event.sha}\n`);
  return apply(event).finally(() => rmSync(git, { recursive: true }));
}

/**
 * Runs a step for a pull request from `base` to the checkout. A repository in the checkout has the
 * base as the first parent of HEAD. Without one, the checkout is a repository meanwhile.
 */
async function onBranch(
  { base, folder }: Pick<ActionFixture, "base" | "folder">,
  branch: { runs: number; isTemporary: boolean },
  run: () => Promise<StepResult>,
): Promise<StepResult> {
  const git = folder.at("checkout/.git");
  if (branch.runs++ === 0) {
    branch.isTemporary = !existsSync(git);
    if (branch.isTemporary) commitAfter(base, dirname(git), mainBeforeHead);
    else runGitScript(mainBeforeHead, dirname(git));
  }
  return run().finally(() => {
    if (--branch.runs === 0 && branch.isTemporary) rmSync(git, { recursive: true });
  });
}

export async function createFixture(
  files: Readonly<Record<string, string>> = {},
  keys: GivenKeys = [key],
): Promise<ActionFixture> {
  const folder = folderOf(
    Object.fromEntries(
      Object.entries({ ...project, ...files }).map(([path, text]) => [`checkout/${path}`, text]),
    ),
  );
  const store = await openStore(":memory:");
  const capabilities = { evaluationUpdate: false, evaluationDeleteCascades: false };
  const handler = createService({ kinds, store, bodies, keys, capabilities });
  const calls: string[] = [];
  const listening = await listen({
    host: "127.0.0.1",
    port: 0,
    handler: async (request) => {
      calls.push(`${request.method} ${new URL(request.url).pathname}`);
      await fixture.beforeResponse(request);
      if (fixture.refuse(request))
        return Response.json({ error: fixture.refusalMessage }, { status: fixture.refusalStatus });
      return handler(request);
    },
  });
  const github = await fakeGitHub(token);
  github.heads.set("main", mergeSha);
  mkdirSync(folder.at("temp"));
  const branch = { runs: 0, isTemporary: false };
  const fixture: ActionFixture = {
    folder,
    github,
    base: {},
    refusalMessage: "not now",
    refusalStatus: 400,
    refuse: () => false,
    beforeResponse: async () => {},
    service: {
      url: listening.url,
      calls,
      writes: () => calls.filter((call) => !call.startsWith("GET ")),
      send: async (method, path, body) => {
        const headers = { "x-api-key": key, "content-type": "application/json" };
        const response = await fetch(`${listening.url}/sdk/v1/${path}`, {
          method,
          headers,
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        return response.status === 204 ? undefined : response.json();
      },
    },
    run: (command, event, more = {}) => {
      const checkout = folder.at("checkout");
      const run = (on: GitHubEvent): Promise<StepResult> =>
        runStep({
          workspace: checkout,
          temp: folder.at("temp"),
          with: { command, "base-url": listening.url, ...more.with },
          env: { PROMPTCTL_API_KEY: key, ...more.env },
          event: on,
          apiUrl: github.url,
          ...more.step,
        });
      if (command === "apply") return atCommitOf(event, { checkout, github }, run);
      const isBranch = command === "plan" && event.name.startsWith("pull_request");
      return isBranch && more.step?.workspace === undefined
        ? onBranch(fixture, branch, () => run(event))
        : run(event);
    },
    [Symbol.asyncDispose]: async () => {
      await listening.close();
      await store.close();
      await github[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
  return fixture;
}
