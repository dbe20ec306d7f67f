// pull into an existing project, after random changes on the service: either the files define exactly what
// the service contains and keep their comments and format, or nothing is written.
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseAllDocuments, visit } from "yaml";
import { kinds } from "../../../src/kinds.ts";
import { memoryService } from "../../fixtures/memory-service.ts";
import type { Store, StoredResource } from "../../../src/service/store/stored-resource.ts";
import { listAll } from "../../service/store/list-all.ts";
import { type FakeService, runCli, serviceEnv } from "../../cli/fake-host.ts";
import { folderOf, type Folder } from "../../io/folder.ts";
import { propertyParameters } from "./environment.ts";
import { filePaths, fileTexts, listResources, sendRequest } from "./service-requests.ts";

const example = join(import.meta.dirname, "../../../examples/support-desk");

const definitionFiles = /\.(ya?ml|md)$/;

function copyProject(from: string): Folder {
  const folder = folderOf();
  cpSync(from, folder.path, { recursive: true });
  return folder;
}

type Body = Record<string, unknown>;

/** A service that contains these resources. */
async function serviceWith(
  resources: readonly StoredResource[],
): Promise<Pick<FakeService, "fetch"> & { readonly store: Store }> {
  const { handler, store } = await memoryService({ keys: ["good"] });
  for (const resource of resources) await store.insert(resource);
  return { fetch: (url, init) => handler(new Request(url, init)), store };
}

/** The example and the resources of a service to which it was applied. Each run starts with a copy. */
let project: Folder;
let appliedResources: readonly StoredResource[];
beforeAll(async () => {
  project = folderOf();
  cpSync(example, project.path, {
    recursive: true,
    filter: (path) => !path.includes(".promptctl"),
  });
  const { store, fetch } = await serviceWith([]);
  const options = { cwd: project.path, env: serviceEnv, fetch };
  expect((await runCli(["apply", "--auto-approve"], options)).code).toBe(0);
  const lists = await Promise.all(kinds.map(({ kind }) => listAll(store, kind)));
  appliedResources = lists.flat();
  await store.close();
});
afterAll(() => project[Symbol.asyncDispose]());

/** The paths to every text and number of a body that may be changed freely. */
function leaves(
  value: unknown,
  path: readonly (string | number)[] = [],
): (readonly (string | number)[])[] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, each]) =>
      /^(id|.*Id|type|role|provider|mediaType|imageBase64|responseFormat|tools|name|toolChoice)$/.test(
        key,
      )
        ? []
        : leaves(each, [...path, Array.isArray(value) ? Number(key) : key]),
    );
  return typeof value === "string" || typeof value === "number" ? [path] : [];
}

function setLeaf(
  body: Body,
  path: readonly (string | number)[],
  text: string,
  number: number,
): void {
  let parent = body as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) parent = parent[key] as typeof parent;
  const key = path.at(-1)!;
  parent[key] = typeof parent[key] === "string" ? text : number;
}

const edits = fc.array(
  fc.record({
    path: fc.constantFrom("tools", "prompts", "evaluation-assertions"),
    which: fc.nat(),
    leaf: fc.nat(),
    text: fc.oneof(
      fc.constantFrom(
        "Another.",
        "Two\nlines\n",
        "a: b # c",
        "yes",
        " led",
        "'",
        "x".repeat(100),
        "",
      ),
      fc.string({ unit: "grapheme", maxLength: 12 }),
    ),
    number: fc.constantFrom(0, 0.5, 1),
    also: fc.constantFrom(
      "nothing",
      "nothing",
      "a message more",
      "a message less",
      "messages in another order",
      "an assertion",
      "an assertion less",
      "an assertion of another type",
      "an evaluation",
      "an evaluation less",
      "a prompt less",
    ),
  }),
  { minLength: 1, maxLength: 5 },
);

/** Creates, deletes or changes another resource. */
async function changeOther(
  service: Pick<FakeService, "fetch">,
  what: string,
  which: number,
  text: string,
  number: number,
): Promise<unknown> {
  const anyOf = async (path: string): Promise<Body> => {
    const all = await listResources<Body>(service, path);
    return all[which % all.length]!;
  };
  const latency = { type: "LATENCY", targetThreshold: number, weight: 1 };
  const remove = async (path: string): Promise<unknown> =>
    sendRequest(service, "DELETE", `${path}/${String((await anyOf(path))["id"])}`);
  switch (what) {
    case "an assertion": {
      const { id: evaluationId } = await anyOf("evaluations");
      return sendRequest(service, "POST", "evaluation-assertions", { evaluationId, ...latency });
    }
    case "an assertion of another type": {
      const { id, evaluationId } = await anyOf("evaluation-assertions");
      const path = `evaluation-assertions/${String(id)}`;
      return sendRequest(service, "PUT", path, { evaluationId, ...latency });
    }
    case "an evaluation": {
      const { id: promptId } = await anyOf("prompts");
      const body = { promptId, variables: { text }, appendedMessages: [], threshold: 1 };
      return sendRequest(service, "POST", "evaluations", body);
    }
    case "an assertion less":
      return remove("evaluation-assertions");
    case "an evaluation less":
      return remove("evaluations");
    case "a prompt less":
      return remove("prompts");
  }
}

/** All comments of the YAML files, sorted. */
function commentsIn(folder: string): string {
  const comments: string[] = [];
  for (const file of filePaths(folder, /\.yaml$/))
    for (const document of parseAllDocuments(readFileSync(join(folder, file), "utf8"))) {
      const add = (node: unknown): void => {
        const { commentBefore, comment } = node as { commentBefore?: string; comment?: string };
        comments.push(...[commentBefore, comment].flatMap((each) => each?.split("\n") ?? []));
      };
      add(document);
      visit(document as never, {
        Node: (_key, node) => add(node),
        Pair: (_key, pair) => add(pair),
      });
    }
  const isOld = (each: string): boolean => !each.includes("node_modules/promptctl/"); // of new files
  return comments.filter(isOld).sort().join("\n");
}

const definitionTexts = (folder: string): string[] => fileTexts(folder, definitionFiles);

it("pull into examples/support-desk writes what the service contains, or nothing", async () => {
  const before = definitionTexts(example);
  const comments = commentsIn(example);
  let pullCount = 0;
  let writtenCount = 0;
  let changedCount = 0;
  await fc.assert(
    fc.asyncProperty(edits, async (all) => {
      const service = await serviceWith(appliedResources);
      await using folder = copyProject(project.path);
      const at = { cwd: folder.path, env: serviceEnv, fetch: service.fetch };
      for (const { path, which, leaf, text, number, also } of all) {
        const resources = await listResources<Body>(service, path);
        const { id, ...body } = structuredClone(resources[which % resources.length]!);
        const paths = leaves(body);
        setLeaf(body, paths[leaf % paths.length]!, text, number);
        const messages = body["messages"] as Body[] | undefined;
        const messageIndex = leaf % ((messages?.length ?? 0) + 1);
        if (also === "a message more")
          messages?.splice(messageIndex, 0, {
            role: "user",
            content: [{ type: "TEXT", text }],
            promptMessageId: `m${messageIndex}`,
          });
        if (also === "messages in another order")
          messages?.push(...messages.splice(0, messageIndex)); // rotates the list
        if (also === "a message less" && (messages?.length ?? 0) > 1)
          messages?.splice(messageIndex, 1);
        await changeOther(service, also, which, text, leaf);
        if (Array.isArray(body["tools"]))
          body["tools"] = (body["tools"] as Body[]).map((tool) => ({ toolId: tool["id"] }));
        await sendRequest(service, "PUT", `${path}/${String(id)}`, body);
      }
      const { code, out, err } = await runCli(["pull", "--auto-approve", "--prune"], at);
      pullCount++;
      if (out.includes("   ~ ")) changedCount++;
      if (code === 0) {
        const planned = await runCli(["plan", "--detailed-exitcode"], at);
        expect([planned.code, planned.out]).toEqual([0, expect.stringContaining("No changes.")]);
        if (!all.some(({ also }) => also.endsWith(" less") || also.endsWith(" type")))
          expect(commentsIn(folder.path)).toBe(comments);
        expect(await runCli(["fmt", "--check"], at)).toMatchObject({ code: 0 });
        const pulledTexts = definitionTexts(folder.path);
        const again = await runCli(["pull", "--auto-approve", "--prune"], at);
        expect([again.code, again.out]).toEqual([0, expect.stringContaining("Nothing to write.")]);
        expect(definitionTexts(folder.path)).toEqual(pulledTexts);
        writtenCount++;
      } else {
        expect([code, err]).toEqual([4, expect.stringContaining("Nothing was written.")]);
        expect(definitionTexts(folder.path)).toEqual(before);
      }
    }),
    propertyParameters(30),
  );
  expect(writtenCount / pullCount).toBeGreaterThan(0.8);
  expect(changedCount / pullCount).toBeGreaterThan(0.7);
});
