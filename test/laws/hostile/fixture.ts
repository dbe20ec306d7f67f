// The fixture: a project in a temporary folder and a service in memory, on which tests run commands.
import { existsSync } from "node:fs";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { memoryService } from "../../fixtures/memory-service.ts";
import {
  serviceUrl,
  type HostOptions,
  serviceEnv,
  type CliResult,
  runCli,
} from "../../cli/fake-host.ts";
import { type Folder, folderOf } from "../../io/folder.ts";
import { commitAfter, commitChanges } from "../../io/repository.ts";

export type Body = Readonly<Record<string, unknown>>;
/** The text of each file, or its documents, by path. */
export type ProjectFiles = Readonly<Record<string, string | readonly Body[]>>;

/** Returns a value as YAML: JSON with all characters outside printable ASCII escaped. */
export function toYaml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const fileText = (file: ProjectFiles[string]): string =>
  typeof file === "string" ? file : file.map((document) => `${toYaml(document)}\n`).join("---\n");

export const tool = (key: string, index: number, more: Body = {}): Body => ({
  kind: "tool",
  key,
  name: `t${index}`,
  description: "Does it.",
  parameters: {},
  ...more,
});

export const prompt = (name: string, more: Body = {}): Body => ({
  kind: "prompt",
  name,
  parameters: { provider: "OPENAI", name: "gpt-5" },
  messages: [{ role: "user", content: "Hello" }],
  ...more,
});

/** The messages of a prompt that has one. */
export const withMessage = (content: unknown): Body => ({ messages: [{ role: "user", content }] });

/** Slashes are replaced: the name of an evaluation cannot have one. */
export const evaluation = (name: string, more: Body = {}): Body => ({
  name: name.replaceAll("/", "-"),
  variables: {},
  appendedMessages: [],
  ...more,
});

/** A tool as a service returns it. */
export const remoteTool = (id: string, name: string, more: Body = {}): Body => ({
  id,
  name,
  description: "Does it.",
  parameters: {},
  ...more,
});

/** A prompt as a service returns it. */
export const remotePrompt = (id: string, name: string, more: Body = {}): Body => ({
  id,
  name,
  tools: [],
  parameters: { provider: "OPENAI", name: "gpt-5" },
  messages: [{ role: "user", content: [{ type: "TEXT", text: "Hello" }] }],
  ...more,
});

/** The resources of a service, by path of the list. */
export interface RemoteLists {
  readonly tools?: readonly Body[];
  readonly prompts?: readonly Body[];
  readonly evaluations?: readonly Body[];
  readonly "evaluation-assertions"?: readonly Body[];
}

/** A service that lists these resources and refuses writes. */
export function readOnlyService(
  lists: RemoteLists,
  headers: Readonly<Record<string, string>> = {},
): Fetch {
  return async (url, init) => {
    if (init.method !== "GET") return Response.json({ error: "It is read only." }, { status: 403 });
    const path = new URL(url).pathname.replace("/sdk/v1/", "") as keyof RemoteLists;
    return Response.json(lists[path] ?? [], { headers });
  };
}

/** The embedded service with an empty store. New ids start with these texts in turn. */
export async function embeddedService(ids: readonly string[] = []): Promise<Fetch> {
  let created = 0;
  const newId = (): string => {
    const start = ids.length > 0 ? ids[created % ids.length]! : "id";
    return `${start}-${++created}`;
  };
  const key = serviceEnv["PROMPTCTL_API_KEY"]!;
  const { handler } = await memoryService({ keys: [key], newId });
  return (url, init) => handler(new Request(url, init));
}

/** A project and a service. `run` executes promptctl in the project's folder. */
export interface Fixture extends AsyncDisposable {
  readonly folder: Folder;
  run(args: readonly string[], more?: Partial<HostOptions>): Promise<CliResult>;
  /** What a user sees of these commands, in order. */
  show(...commands: readonly (readonly string[])[]): Promise<string>;
  write(files: ProjectFiles): void;
  /** Commits these files, then those of the folder: prune may delete what only the first define. */
  commitAfter(files: ProjectFiles): void;
  /** Commits the files of the folder, which becomes a repository. What apply sends then has an origin. */
  commit(): void;
}

/** Creates a project with these files, in the folder of which commands run against a service. */
export function createFixture(files: ProjectFiles, fetch: Fetch = readOnlyService({})): Fixture {
  const folder = folderOf({ "promptctl.yaml": "definitions: prompts\n", "prompts/x.yaml": "" });
  const write = (more: ProjectFiles): void => {
    for (const [path, file] of Object.entries(more)) folder.write(path, fileText(file));
  };
  write(files);
  const run: Fixture["run"] = (args, more) =>
    runCli(args, { cwd: folder.path, env: serviceEnv, fetch, ...more });
  return {
    folder,
    write,
    run,
    show: async (...commands) => {
      const outcomes: CliResult[] = [];
      for (const args of commands) outcomes.push(await run(args));
      return visibleOutput(...outcomes);
    },
    commitAfter: (earlier) => {
      const texts = Object.entries(earlier).map(([path, file]) => [path, fileText(file)] as const);
      commitAfter(Object.fromEntries(texts), folder.path);
    },
    commit: () => {
      if (existsSync(folder.at(".git"))) commitChanges(folder.path);
      else commitAfter({}, folder.path);
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** Returns what a user sees of runs, in order. */
export function visibleOutput(...outcomes: readonly CliResult[]): string {
  return outcomes.flatMap(({ questions, out, err }) => [...questions, out, err]).join("\n");
}

/** A response with an error message. */
export const errorResponse = (error: string, status = 400): Response =>
  Response.json({ error }, { status });

/** A response with a value as JSON; text is sent unchanged. */
export const jsonResponse = (value: unknown): Response =>
  new Response(typeof value === "string" ? value : JSON.stringify(value));

export { serviceUrl };
