// Property test of promises 8 and 9: random projects and services with hostile texts, through plan,
// an apply with random failures, the list of unmanaged resources and a stale saved plan.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import type { CliResult } from "../../cli/fake-host.ts";
import { propertySettings } from "../../fixtures/property-settings.ts";
import { findUnsafe, findSecrets } from "./oracle.ts";
import {
  serviceUrl,
  type Body,
  evaluation,
  jsonResponse,
  prompt,
  remotePrompt,
  remoteTool,
  errorResponse,
  type Fixture,
  createFixture,
  visibleOutput,
  tool,
} from "./fixture.ts";
import { defaultAndSyntax, hostileTexts } from "./hostile-texts.ts";

const key = "key-SECRET-42";

/** Any characters but LF and those that no service can store. */
const anyText = fc
  .array(
    fc.oneof(fc.integer({ min: 1, max: 0x2fff }), fc.integer({ min: 0xe000, max: 0x10ffff })),
    {
      maxLength: 6,
    },
  )
  .map((codes) => String.fromCodePoint(...codes.filter((code) => code !== 0x0a)));

const textFrom = (...fragments: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.constantFrom(...fragments), anyText), { minLength: 1, maxLength: 3 })
    .map((parts) => `${parts.join("")}~`);

/** Texts without line breaks and runner commands. */
const singleLineTexts = textFrom(...hostileTexts("controlCharacters", "syntax"));
/** Texts of all categories but long texts. */
const allTexts = textFrom(...hostileTexts(...defaultAndSyntax));

interface Model {
  readonly names: readonly string[];
  readonly texts: readonly string[];
  readonly ids: readonly string[];
  readonly messages: readonly string[];
  /** How each write ends; repeated if there are more writes. */
  readonly writes: readonly ("done" | "refused" | "lost" | "broken" | "busy" | "altered")[];
  readonly concurrency: number;
}

const modelOf = (text: fc.Arbitrary<string>): fc.Arbitrary<Model> =>
  fc.record({
    names: fc.uniqueArray(text, { minLength: 1, maxLength: 3 }),
    texts: fc.array(text, { minLength: 1, maxLength: 3 }),
    ids: fc.array(text, { minLength: 1, maxLength: 3 }),
    messages: fc.array(text, { minLength: 1, maxLength: 2 }),
    writes: fc.array(
      fc.constantFrom("done", "done", "done", "refused", "lost", "broken", "busy", "altered"),
      { minLength: 1, maxLength: 8 },
    ),
    concurrency: fc.integer({ min: 1, max: 4 }),
  });

const at = <Item>(items: readonly Item[], index: number): Item => items[index % items.length]!;

/** Returns the definitions of a model. `version` changes the texts but not the names. */
function projectOf({ names, texts }: Model, side: string): Body[] {
  return names.flatMap((name, index) => [
    tool(name, index, {
      description: at(texts, index),
      parameters: { [at(texts, index)]: { [name]: side } },
    }),
    prompt(name, {
      tools: [name],
      messages: [{ role: "user", content: `${at(texts, index)}${side}\n${name}${side}` }],
      evaluations: [
        evaluation(name, {
          variables: { [at(texts, index)]: `${name}${side}` },
          appendedMessages: [{ role: "user", content: "Hello" }],
          assertions: [{ type: "EXACT_MATCH", targetValue: `${at(texts, index + 1)}${side}` }],
        }),
      ],
    }),
  ]);
}

/** A service in memory with resources of the model. Writes fail as the model says, until `calm`. */
function serviceOf({ names, ids, messages, writes }: Model): { fetch: Fetch; calm(): void } {
  const resources: Record<string, Body[]> = {
    tools: [],
    prompts: [],
    evaluations: [],
    "evaluation-assertions": [],
  };
  let count = 0;
  let calm = false;
  const newId = (): string => `${at(ids, count)}${++count}`;
  for (const name of names) {
    resources["tools"]!.push(remoteTool(newId(), `${name}other`));
    resources["prompts"]!.push(
      remotePrompt(newId(), `${name}other`, { tools: [resources["tools"]![0]] }),
    );
  }
  const storedBody = (path: string, id: string, body: Body): Body =>
    path === "prompts"
      ? { ...body, id, tools: (body["tools"] as Body[]).map(({ toolId }) => ({ id: toolId })) }
      : { ...body, id };
  let writesMade = 0;
  const fetch: Fetch = async (url, init) => {
    const [path = "", escaped = ""] = url.slice(`${serviceUrl}/sdk/v1/`.length).split("/");
    const list = resources[path]!;
    if (init.method === "GET") return jsonResponse(list);
    const result = calm ? "done" : at(writes, writesMade++);
    const message = at(messages, writesMade);
    if (result === "refused") return errorResponse(message, 409);
    if (result === "busy") return new Response(JSON.stringify({ error: message }), { status: 429 });
    if (result === "broken") throw new Error(message);
    const id = escaped === "" ? newId() : decodeURIComponent(escaped);
    const index = list.findIndex((resource) => resource["id"] === id);
    if (init.method === "DELETE") {
      list.splice(index, 1);
      return jsonResponse({ success: true });
    }
    const stored = storedBody(path, id, JSON.parse(String(init.body)) as Body);
    if (index < 0) list.push(stored);
    else list[index] = stored;
    if (result === "lost")
      return new Response(`{"error": ${JSON.stringify(message)}}`, { status: 500 });
    return jsonResponse(
      result === "altered" ? { ...stored, description: message, [message]: message } : stored,
    );
  };
  return { fetch, calm: () => void (calm = true) };
}

/** Runs all commands on a model. The oracle checks every output. */
async function runModel(fixture: Fixture, model: Model): Promise<void> {
  const { fetch, calm } = serviceOf(model);
  fixture.write({ "prompts/x.yaml": projectOf(model, "a") });
  const env = { PROMPTCTL_BASE_URL: serviceUrl, PROMPTCTL_API_KEY: key };
  const more = ["--retries", "1", "--concurrency", String(model.concurrency)];
  const apply = ["apply", "--auto-approve", ...more];
  const runChecked = async (...args: readonly string[]): Promise<CliResult> => {
    const outcome = await fixture.run(args, { env, fetch });
    const output = visibleOutput(outcome);
    expect(findUnsafe(output)).toEqual([]);
    expect(findSecrets(output, [key])).toEqual([]);
    return outcome;
  };
  await runChecked(...apply);
  calm();
  fixture.write({ "prompts/x.yaml": projectOf(model, "b") });
  if (model.concurrency > 1) {
    await runChecked("plan", "--unmanaged", "--prune", "--allow-mass-delete");
    return;
  }
  await runChecked("plan", "--unmanaged", "--out", "plan.json");
  fixture.write({ "prompts/x.yaml": projectOf(model, "c") });
  expect((await runChecked(...apply)).code).toBe(0);
  fixture.write({ "prompts/x.yaml": projectOf(model, "b") });
  expect((await runChecked("apply", "plan.json", ...more)).code).toBe(4);
}

it("single-line texts cannot act, and the API key is not printed", async () => {
  await using fixture = createFixture({});
  const property = fc.asyncProperty(modelOf(singleLineTexts), (model) => runModel(fixture, model));
  await fc.assert(property, propertySettings(400));
});

it("texts of all categories cannot act, and the API key is not printed", async () => {
  await using fixture = createFixture({});
  const property = fc.asyncProperty(modelOf(allTexts), (model) => runModel(fixture, model));
  await fc.assert(property, { ...propertySettings(400), endOnFailure: true });
});
