// Random projects and services of hostile texts, through plan, an apply that fails at random
// steps, what is unmanaged and a saved plan that was overtaken: nothing of it acts.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import type { CliResult } from "../../cli/fake-host.ts";
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
import { hostileTexts } from "./hostile-texts.ts";

const key = "key-SECRET-42";

/** Any characters but those that no service can keep. */
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

/** Texts of one line: none of them begins with what is a command. */
const singleLineTexts = textFrom(...hostileTexts("controlCharacters", "syntax"));
/** And all the others. */
const allTexts = textFrom(
  ...hostileTexts("controlCharacters", "lineCommands", "inlineCommands", "forgedLines", "syntax"),
);

interface Model {
  readonly names: readonly string[];
  readonly texts: readonly string[];
  readonly ids: readonly string[];
  readonly messages: readonly string[];
  /** Which of the writes come off, counted round. */
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

/** The definitions of a model; `side` makes other texts of the same names. */
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

/** A service in memory that holds things of the model and fails as it says. */
function serviceOf({ names, ids, messages: words, writes }: Model): { fetch: Fetch; calm(): void } {
  const held: Record<string, Body[]> = {
    tools: [],
    prompts: [],
    evaluations: [],
    "evaluation-assertions": [],
  };
  let count = 0;
  let calm = false;
  const newId = (): string => `${at(ids, count)}${++count}`;
  for (const name of names) {
    held["tools"]!.push(remoteTool(newId(), `${name}other`));
    held["prompts"]!.push(remotePrompt(newId(), `${name}other`, { tools: [held["tools"]![0]] }));
  }
  const answerOf = (path: string, id: string, body: Body): Body =>
    path === "prompts"
      ? { ...body, id, tools: (body["tools"] as Body[]).map(({ toolId }) => ({ id: toolId })) }
      : { ...body, id };
  let writesMade = 0;
  const fetch: Fetch = async (url, init) => {
    const [path = "", escaped = ""] = url.slice(`${serviceUrl}/sdk/v1/`.length).split("/");
    const list = held[path]!;
    if (init.method === "GET") return jsonResponse(list);
    const fate = calm ? "done" : at(writes, writesMade++);
    const said = at(words, writesMade);
    if (fate === "refused") return errorResponse(said, 409);
    if (fate === "busy") return new Response(JSON.stringify({ error: said }), { status: 429 });
    if (fate === "broken") throw new Error(said);
    const id = escaped === "" ? newId() : decodeURIComponent(escaped);
    const index = list.findIndex((each) => each["id"] === id);
    if (init.method === "DELETE") {
      list.splice(index, 1);
      return jsonResponse({ success: true });
    }
    const answer = answerOf(path, id, JSON.parse(String(init.body)) as Body);
    if (index < 0) list.push(answer);
    else list[index] = answer;
    if (fate === "lost") return new Response(`{"error": ${JSON.stringify(said)}}`, { status: 500 });
    return jsonResponse(
      fate === "altered" ? { ...answer, description: said, [said]: said } : answer,
    );
  };
  return { fetch, calm: () => void (calm = true) };
}

/** Plays a model through all commands; everything that is printed is judged. */
async function runModel(fixture: Fixture, model: Model): Promise<void> {
  const { fetch, calm } = serviceOf(model);
  fixture.write({ "prompts/x.yaml": projectOf(model, "a") });
  const env = { PROMPTCTL_BASE_URL: serviceUrl, PROMPTCTL_API_KEY: key };
  const more = ["--retries", "1", "--concurrency", String(model.concurrency)];
  const apply = ["apply", "--auto-approve", ...more];
  const judged = async (...words: readonly string[]): Promise<CliResult> => {
    const outcome = await fixture.run(words, { env, fetch });
    const said = visibleOutput(outcome);
    expect(findUnsafe(said)).toEqual([]);
    expect(findSecrets(said, [key])).toEqual([]);
    return outcome;
  };
  await judged(...apply);
  calm();
  fixture.write({ "prompts/x.yaml": projectOf(model, "b") });
  if (model.concurrency > 1) {
    await judged("plan", "--unmanaged", "--prune", "--allow-mass-delete");
    return;
  }
  await judged("plan", "--unmanaged", "--out", "plan.json");
  fixture.write({ "prompts/x.yaml": projectOf(model, "c") });
  expect((await judged(...apply)).code).toBe(0);
  fixture.write({ "prompts/x.yaml": projectOf(model, "b") });
  expect((await judged("apply", "plan.json", ...more)).code).toBe(4);
}

it("texts of one line", { timeout: 30_000 }, async () => {
  await using fixture = createFixture({});
  const property = fc.asyncProperty(modelOf(singleLineTexts), (model) => runModel(fixture, model));
  await fc.assert(property, { numRuns: 200 });
});

it("all texts", async () => {
  await using fixture = createFixture({});
  const property = fc.asyncProperty(modelOf(allTexts), (model) => runModel(fixture, model));
  await fc.assert(property, { numRuns: 200, endOnFailure: true });
});
