// A project and a service full of hostile texts, and all that a run of the program prints or leaves.
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { kinds } from "../../../src/kinds.ts";
import { bodies } from "../../../src/generated/wire-validators.js";
import { createService } from "../../../src/service/app.ts";
import { openStore } from "../../../src/service/store.ts";
import {
  serviceUrl,
  type HostOptions,
  serviceEnv,
  type CliResult,
  runCli,
} from "../../cli/fake-host.ts";
import { type Folder, folderOf } from "../../io/folder.ts";

export type Body = Readonly<Record<string, unknown>>;
/** Path of a file to its text, or to the documents in it. */
export type ProjectFiles = Readonly<Record<string, string | readonly Body[]>>;

/** A value as YAML that every editor shows as it is: JSON with all but plain characters escaped. */
export function toYaml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const fileText = (file: ProjectFiles[string]): string =>
  typeof file === "string" ? file : file.map((each) => `${toYaml(each)}\n`).join("---\n");

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

/** The name of an evaluation holds no slash. */
export const evaluation = (name: string, more: Body = {}): Body => ({
  name: name.replaceAll("/", "-"),
  variables: {},
  appendedMessages: [],
  ...more,
});

/** Things as a service answers them. */
export const remoteTool = (id: string, name: string, more: Body = {}): Body => ({
  id,
  name,
  description: "Does it.",
  parameters: {},
  ...more,
});

export const remotePrompt = (id: string, name: string, more: Body = {}): Body => ({
  id,
  name,
  tools: [],
  parameters: { provider: "OPENAI", name: "gpt-5" },
  messages: [{ role: "user", content: [{ type: "TEXT", text: "Hello" }] }],
  ...more,
});

export interface RemoteLists {
  readonly tools?: readonly Body[];
  readonly prompts?: readonly Body[];
  readonly evaluations?: readonly Body[];
  readonly "evaluation-assertions"?: readonly Body[];
}

/** A service that lists this and takes no writes. */
export function readOnlyService(lists: RemoteLists): Fetch {
  return async (url, init) => {
    if (init.method !== "GET") return Response.json({ error: "It is read only." }, { status: 403 });
    const path = new URL(url).pathname.replace("/sdk/v1/", "") as keyof RemoteLists;
    return Response.json(lists[path] ?? []);
  };
}

/** The real service, whose ids begin with these texts. */
export async function embeddedService(ids: readonly string[] = []): Promise<Fetch> {
  const store = await openStore(":memory:");
  const capabilities = { evaluationUpdate: false, evaluationDeleteCascades: false };
  let made = 0;
  const newId = (): string => {
    const start = ids.length > 0 ? ids[made % ids.length]! : "id";
    return `${start}-${++made}`;
  };
  const key = serviceEnv["PROMPTCTL_API_KEY"]!;
  const handler = createService({ kinds, store, bodies, keys: [key], capabilities, newId });
  return (url, init) => handler(new Request(url, init));
}

export interface Fixture extends AsyncDisposable {
  readonly folder: Folder;
  run(words: readonly string[], more?: Partial<HostOptions>): Promise<CliResult>;
  write(files: ProjectFiles): void;
}

/** A project with these files, beside a service. */
export function createFixture(files: ProjectFiles, fetch: Fetch = readOnlyService({})): Fixture {
  const folder = folderOf({ "promptctl.yaml": "definitions: prompts\n", "prompts/x.yaml": "" });
  const write = (more: ProjectFiles): void => {
    for (const [path, file] of Object.entries(more)) folder.write(path, fileText(file));
  };
  write(files);
  return {
    folder,
    write,
    run: (words, more) => runCli(words, { cwd: folder.path, env: serviceEnv, fetch, ...more }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** What a person sees of runs, in order. */
export function visibleOutput(...outcomes: readonly CliResult[]): string {
  return outcomes.flatMap(({ questions, out, err }) => [...questions, out, err]).join("\n");
}

/** An answer that says no in these words. */
export const errorResponse = (error: string, status = 400): Response =>
  Response.json({ error }, { status });

export const jsonResponse = (value: unknown): Response =>
  new Response(typeof value === "string" ? value : JSON.stringify(value));

export { serviceUrl };
