// Pull into an existing project: after any changes of texts and numbers on the service the files equal
// it, and other text in them is unchanged; or nothing is written.
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { parseAllDocuments, visit } from "yaml";
import {
  serviceUrl,
  serviceEnv,
  runCli,
  createFakeService,
  type FakeService,
} from "../../cli/fake-host.ts";
import { folderOf, type Folder } from "../../io/folder.ts";
import { propertyParameters } from "./environment.ts";

const example = join(import.meta.dirname, "../../../examples/support-desk");

function copy(): Folder {
  const folder = folderOf();
  cpSync(example, folder.path, {
    recursive: true,
    filter: (path) => !path.includes(".promptctl"),
  });
  return folder;
}

const headers = { "x-api-key": "good", "content-type": "application/json" };

type Body = Record<string, unknown>;

async function listOf(service: FakeService, path: string): Promise<Body[]> {
  const answer = await service.fetch(`${serviceUrl}/sdk/v1/${path}`, { method: "GET", headers });
  return (await answer.json()) as Body[];
}

/** Paths to every text and number of a body that may be another one. */
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

function changed(
  body: Body,
  path: readonly (string | number)[],
  text: string,
  number: number,
): void {
  let at = body as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as typeof at;
  const key = path.at(-1)!;
  at[key] = typeof at[key] === "string" ? text : number;
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

async function send(
  service: FakeService,
  method: string,
  path: string,
  body?: Body,
): Promise<void> {
  await service.fetch(`${serviceUrl}/sdk/v1/${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Something more, less or of another type, wherever that is. */
async function changeBesides(
  service: FakeService,
  what: string,
  which: number,
  text: string,
  number: number,
): Promise<void> {
  const anyOf = async (path: string): Promise<Body> => {
    const all = await listOf(service, path);
    return all[which % all.length]!;
  };
  const latency = { type: "LATENCY", targetThreshold: number, weight: 1 };
  const remove = async (path: string): Promise<void> =>
    send(service, "DELETE", `${path}/${String((await anyOf(path))["id"])}`);
  switch (what) {
    case "an assertion": {
      const { id: evaluationId } = await anyOf("evaluations");
      return send(service, "POST", "evaluation-assertions", { evaluationId, ...latency });
    }
    case "an assertion of another type": {
      const { id, evaluationId } = await anyOf("evaluation-assertions");
      const path = `evaluation-assertions/${String(id)}`;
      return send(service, "PUT", path, { evaluationId, ...latency });
    }
    case "an evaluation": {
      const { id: promptId } = await anyOf("prompts");
      const body = { promptId, variables: { text }, appendedMessages: [], threshold: 1 };
      return send(service, "POST", "evaluations", body);
    }
    case "an assertion less":
      return remove("evaluation-assertions");
    case "an evaluation less":
      return remove("evaluations");
    case "a prompt less":
      return remove("prompts");
  }
}

/** Every comment of the files, sorted. */
function commentsIn(folder: string): string {
  const comments: string[] = [];
  for (const file of filesIn(folder).filter((path) => path.endsWith(".yaml")))
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

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(ya?ml|md)$/.test(path))
    .sort();
}

const textsIn = (folder: string): string[] =>
  filesIn(folder).map((path) => `${path}\n${readFileSync(join(folder, path), "utf8")}`);

it("over examples/support-desk", async () => {
  const before = textsIn(example);
  const comments = commentsIn(example);
  let written = 0;
  let tried = 0;
  let changedFiles = 0;
  await fc.assert(
    fc.asyncProperty(edits, async (all) => {
      const service = await createFakeService();
      await using folder = copy();
      const at = { cwd: folder.path, env: serviceEnv, fetch: service.fetch };
      expect((await runCli(["apply", "--auto-approve"], at)).code).toBe(0);
      for (const { path, which, leaf, text, number, also } of all) {
        const things = await listOf(service, path);
        const { id, ...body } = structuredClone(things[which % things.length]!);
        const paths = leaves(body);
        changed(body, paths[leaf % paths.length]!, text, number);
        const messages = body["messages"] as Body[] | undefined;
        const at0 = leaf % ((messages?.length ?? 0) + 1);
        if (also === "a message more")
          messages?.splice(at0, 0, {
            role: "user",
            content: [{ type: "TEXT", text }],
            promptMessageId: `m${at0}`,
          });
        if (also === "messages in another order") messages?.push(...messages.splice(0, at0)); // what ended comes first
        if (also === "a message less" && (messages?.length ?? 0) > 1) messages?.splice(at0, 1);
        await changeBesides(service, also, which, text, leaf);
        if (Array.isArray(body["tools"]))
          body["tools"] = (body["tools"] as Body[]).map((tool) => ({ toolId: tool["id"] }));
        await service.fetch(`${serviceUrl}/sdk/v1/${path}/${String(id)}`, {
          method: "PUT",
          headers,
          body: JSON.stringify(body),
        });
      }
      const { code, out, err } = await runCli(["pull", "--auto-approve", "--prune"], at);
      tried++;
      if (out.includes("   ~ ")) changedFiles++;
      if (code === 0) {
        const planned = await runCli(["plan", "--detailed-exitcode"], at);
        expect([planned.code, planned.out]).toEqual([0, expect.stringContaining("No changes.")]);
        if (!all.some(({ also }) => also.endsWith(" less") || also.endsWith(" type")))
          expect(commentsIn(folder.path)).toBe(comments);
        expect(await runCli(["fmt", "--check"], at)).toMatchObject({ code: 0 });
        const now = textsIn(folder.path);
        const again = await runCli(["pull", "--auto-approve", "--prune"], at);
        expect([again.code, again.out]).toEqual([0, expect.stringContaining("Nothing to write.")]);
        expect(textsIn(folder.path)).toEqual(now);
        written++;
      } else {
        expect([code, err]).toEqual([4, expect.stringContaining("Nothing was written.")]);
        expect(textsIn(folder.path)).toEqual(before);
      }
    }),
    propertyParameters(30),
  );
  expect(written / tried).toBeGreaterThan(0.8);
  expect(changedFiles / tried).toBeGreaterThan(0.7);
});
