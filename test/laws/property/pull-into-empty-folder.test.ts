// Promise 2 for pull: the files that pull writes define exactly what the service contains. Checked for
// services with random texts, by plan and by applying the files to another service.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { serviceEnv, runCli, createFakeService, type FakeService } from "../../cli/fake-host.ts";
import { modelParameters } from "../../fixtures/model-parameters.ts";
import { folderOf } from "../../io/folder.ts";
import { hostileTexts } from "../hostile/hostile-texts.ts";
import { canonical, type Json, type JsonObject } from "./oracle-normal-form.ts";
import { propertyParameters } from "./environment.ts";
import { fileTexts, listResources, sendRequest } from "./service-requests.ts";

const special = [
  "",
  " ",
  "a ",
  " a",
  "a\n",
  "a\n\n",
  "\na",
  "a\n b",
  "a \nb",
  "a\n\n\nb",
  "\n",
  "\n\n",
  "\t",
  "a\tb",

  "\ta\nb",
  "a\r\nb",
  "a\rb",
  "---",
  "--- a",
  "...",
  "# a",
  "a # b",
  "a: b",
  "a:",
  "- a",
  "? a",

  "null",
  "~",
  "true",
  "no",
  "on",
  "1",
  "1.0",
  "0x1F",
  "1e3",
  ".inf",
  "2026-01-01",
  "12:30",

  "{{x}}",
  "{a}",
  "[a]",
  "&a",
  "*a",
  "!a",
  "|",
  ">",
  "%",
  "@",
  "`",
  "'",
  '"',
  "\\",
  "\\n",
  "<<",
  "=",

  "\ufeffa",
  "a\u0085b",
  "a\u2028b",
  "a\u00a0b",
  "é",
  "e\u0301",
  "ａ",
  "👩‍💻",
  "\u{10ffff}",
  "\ufffe",

  "x".repeat(200),
  "word ".repeat(60),
  `${"long ".repeat(40)}\nb`,
  "a,b",
  "con",
  "NUL",
  "a/b",
  "..",
  "id:x",
];
const text = fc.oneof(
  fc.constantFrom(...special, ...hostileTexts("controlCharacters", "syntax")),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc
    .array(fc.constantFrom(...special), { minLength: 2, maxLength: 4 })
    .map((parts) => parts.join("\n")),
);
const name = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom("A", "a", "b", "Ä", "ä", "A\u0308", "con", "a-b", "a b"),
  },
  { weight: 2, arbitrary: text },
);
const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), text);

const block = fc.oneof(
  text.map((each) => ({ type: "TEXT", text: each })),
  text.map((each) => ({ type: "TOOL_RESULT", toolCallId: "c", result: each })),
  fc
    .record({
      called: fc.constantFrom("look", "b"),
      args: fc.oneof(
        text,
        value.map((each) => JSON.stringify({ a: each })),
      ),
    })
    .map(({ called, args }) => ({
      type: "TOOL_CALL",
      toolCall: { toolCallId: "c", type: "function", function: { name: called, arguments: args } },
    })),
  fc.constant({ type: "IMAGE_BASE64", imageBase64: "aGVsbG8=", mediaType: "image/png" }),
);
const message = fc.record({
  role: fc.constantFrom("system", "user", "assistant", "tool"),
  content: fc.array(block, { maxLength: 3 }),
});
const weights = fc.constantFrom(0, 0.5, 1);
const assertion = fc.oneof(
  fc.record({
    type: fc.constantFrom("EXACT_MATCH", "STARTS_WITH"),
    targetValue: text,
    weight: weights,
    ignoreCase: fc.boolean(),
    negate: fc.boolean(),
  }),
  fc.record({
    type: fc.constantFrom("CONTAINS_ALL", "CONTAINS_ANY"),
    targetValues: fc.array(text, { maxLength: 3 }),
    weight: weights,
  }),
  fc.record({
    type: fc.constantFrom("COST", "LATENCY"),
    targetThreshold: fc.nat(100),
    weight: weights,
  }),
);
const evaluation = fc.record({
  variables: fc.dictionary(text, fc.oneof(text, fc.constant(null)), { maxKeys: 2 }),
  appendedMessages: fc.array(message, { maxLength: 2 }),
  weight: weights,
  threshold: weights,
  assertions: fc.array(assertion, { maxLength: 3 }),
});
const parameters = fc.record({
  temperature: fc.constantFrom(0, 1, 0.7),
  maxTokens: fc.constantFrom(null, 10),
  stream: fc.boolean(),
});

interface Remote {
  readonly tools: readonly { name: string; description: string; value: unknown }[];
  readonly prompts: readonly {
    name: string;
    tools: readonly number[];
    parameters: object;
    messages: readonly object[];
    evaluations: readonly ({ assertions: readonly object[] } & Record<string, unknown>)[];
  }[];
}
const remotes: fc.Arbitrary<Remote> = fc.record({
  tools: fc.array(
    fc.record({
      name: fc.oneof(name, fc.constantFrom("look", "look_2")),
      description: text,
      value,
    }),
    { maxLength: 4 },
  ),
  prompts: fc.array(
    fc.record({
      name,
      tools: fc.array(fc.nat(3), { maxLength: 2 }),
      parameters,
      messages: fc.array(message, { maxLength: 3 }),
      evaluations: fc.array(evaluation, { maxLength: 3 }),
    }),
    { maxLength: 4 },
  ),
});

/** A service with these resources, except those that it rejects as invalid. */
async function serviceWith(remote: Remote): Promise<FakeService> {
  const service = await createFakeService();
  const create = async (path: string, body: object): Promise<string | undefined> => {
    const response = await sendRequest(service, "POST", path, body);
    return response.ok ? ((await response.json()) as { id: string }).id : undefined;
  };
  const toolIds: string[] = [];
  for (const { name: toolName, description, value: schema } of remote.tools) {
    const parameters = { type: "object", default: schema };
    const id = await create("tools", { name: toolName, description, parameters });
    if (id !== undefined) toolIds.push(id);
  }
  for (const { tools, parameters: model, evaluations, ...prompt } of remote.prompts) {
    const usedTools = [...new Set(tools.flatMap((index) => toolIds[index] ?? []))];
    const promptId = await create("prompts", {
      ...prompt,
      tools: usedTools.map((toolId) => ({ toolId })),
      parameters: { ...modelParameters(), ...model },
      messages: prompt.messages.map((message, index) => ({
        ...message,
        promptMessageId: `m${index}`,
      })),
    });
    if (promptId === undefined) continue;
    for (const { assertions, ...fields } of evaluations) {
      const evaluationId = await create("evaluations", { ...fields, promptId });
      if (evaluationId === undefined) continue;
      for (const assertion of assertions)
        await create("evaluation-assertions", { ...assertion, evaluationId });
    }
  }
  return service;
}

/** The contents of a service without ids: references and children are written out in place. */
async function serviceContents(service: FakeService): Promise<string[]> {
  const tools = await listResources<JsonObject>(service, "tools");
  const prompts = await listResources<JsonObject>(service, "prompts");
  const evaluations = await listResources<JsonObject>(service, "evaluations");
  const assertions = await listResources<JsonObject>(service, "evaluation-assertions");
  const without = (resource: JsonObject, ...keys: readonly string[]): JsonObject =>
    Object.fromEntries(Object.entries(resource).filter(([key]) => !keys.includes(key)));
  const toolTexts = new Map(tools.map((tool) => [tool["id"], canonical(without(tool, "id"))]));
  const assertionsOf = (id: Json): Json =>
    assertions
      .filter((each) => each["evaluationId"] === id)
      .map((each) => canonical(without(each, "id", "evaluationId")))
      .sort();
  const evaluationsOf = (id: Json): Json =>
    evaluations
      .filter((each) => each["promptId"] === id)
      .map((each) =>
        canonical({ ...without(each, "id", "promptId"), own: assertionsOf(each["id"]!) }),
      )
      .sort();
  return [
    ...toolTexts.values(),
    ...prompts.map((each) =>
      canonical({
        ...without(each, "id"),
        messages: (each["messages"] as JsonObject[]).map((one) =>
          without(one, "promptMessageId", "id"),
        ),
        tools: (each["tools"] as JsonObject[]).map(({ id }) => toolTexts.get(id!)!).sort(),
        own: evaluationsOf(each["id"]!),
      }),
    ),
  ].sort();
}

describe("after pull into an empty folder", () => {
  it("the plan is empty, files are formatted, a second pull writes nothing, and applying the files to an empty service creates equal resources", async () => {
    await fc.assert(
      fc.asyncProperty(remotes, fc.boolean(), async (remote, textFiles) => {
        const service = await serviceWith(remote);
        await using folder = folderOf();
        const at = { cwd: folder.path, env: serviceEnv };
        const pulled = await runCli(
          ["pull", "--auto-approve", ...(textFiles ? ["--text-files"] : [])],
          { ...at, fetch: service.fetch },
        );
        expect([pulled.code, pulled.err]).toEqual([0, ""]);
        expect(pulled.out).not.toContain("Note: ");
        const before = fileTexts(folder.path);
        if (before.length === 0) return; // the service is empty

        expect(await runCli(["fmt", "--check"], at)).toMatchObject({ code: 0, err: "" });
        const planned = await runCli(["plan", "--detailed-exitcode", "--unmanaged"], {
          ...at,
          fetch: service.fetch,
        });
        expect([planned.code, planned.out]).toEqual([
          0,
          expect.not.stringContaining("Not managed"),
        ]);
        const again = await runCli(["pull", "--auto-approve", "--force"], {
          ...at,
          fetch: service.fetch,
        });
        expect([again.code, again.out]).toEqual([0, expect.stringContaining("Nothing to write.")]);
        expect(fileTexts(folder.path)).toEqual(before);

        const copy = await createFakeService();
        folder.write("promptctl.yaml", "definitions: prompts\n"); // removes the pins, which are ids of the first service
        const applied = await runCli(["apply", "--auto-approve"], { ...at, fetch: copy.fetch });
        expect([applied.code, applied.err.includes("✗")]).toEqual([0, false]);
        expect(await serviceContents(copy)).toEqual(await serviceContents(service));
      }),
      propertyParameters(120),
    );
  });
});
