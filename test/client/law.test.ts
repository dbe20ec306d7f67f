// The law of createPrompts, for random sequences of what a service, a clock and callers do: a request has one
// version of a prompt and its tools, which the service had or the bundle has; nothing else is ever thrown.
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  integer,
  oneof,
  record,
} from "fast-check";
import { createPrompts } from "../../src/client/create-prompts.ts";
import type { JsonObject } from "../../src/engine/model/json.ts";
import { bundleText } from "../../src/views/code/bundle.ts";
import { modelParameters } from "../fixtures/model-parameters.ts";

/** A version of the prompt: its text and its tool have the same mark. */
function versionOf(mark: string, changes: JsonObject = {}): JsonObject {
  const text = `${mark} {{name}}`;
  return {
    id: "1",
    name: "Greet",
    parameters: modelParameters({ provider: "OPENAI", name: "gpt-4.1" }) as unknown as JsonObject,
    messages: [{ role: "user", content: [{ type: "TEXT", text }] }],
    tools: [{ id: "t", name: "look", description: mark, parameters: { type: "object" } }],
    ...changes,
  };
}

const { id: _id, ...bundled } = versionOf("bundled");
const bundleTools = [{ name: "look", description: "bundled", parameters: { type: "object" } }];
const entry = { key: "Greet", id: "1", content: { ...bundled, tools: bundleTools } };
const bundle = JSON.parse(bundleText(new Map([["production", [entry]]]))) as unknown;

/** What a change on the service makes of the prompt. */
const changes = {
  "a new version": (mark: string) => versionOf(mark),
  "another variable": (mark: string) =>
    versionOf(mark, {
      messages: [{ role: "user", content: [{ type: "TEXT", text: `${mark} {{new}}` }] }],
    }),
  "an unknown option": (mark: string) =>
    versionOf(mark, {
      parameters: { ...modelParameters({ provider: "OPENAI" }), options: { thought: 1 } },
    } as unknown as JsonObject),
  "another provider": (mark: string) =>
    versionOf(mark, {
      parameters: { ...modelParameters(), provider: "ACME" },
    } as unknown as JsonObject),
  "a copy before it": (mark: string) => versionOf(mark, { id: "0" }),
  "another name": (mark: string) => versionOf(mark, { name: "Welcome" }),
  "no prompt": () => undefined,
};

/** How the service answers, besides with its list. */
const lies = {
  "401": () => new Response('{"error":"no"}', { status: 401 }),
  "500": () => new Response("", { status: 500 }),
  "304 always": () => new Response(null, { status: 304 }),
  "a page": () => new Response("<!doctype html>"),
  "a cut list": (list: string) => new Response(list.slice(0, -2)),
  "no prompts": () => new Response('[{"id":"1"},null,{"__proto__":[]}]'),
  "no connection": () => {
    throw new TypeError("fetch failed", { cause: new Error("refused") });
  },
};

const step = oneof(
  record({ does: constant("change" as const), what: constantFrom(...Object.keys(changes)) }),
  record({ does: constant("lie" as const), how: constantFrom("nothing", ...Object.keys(lies)) }),
  record({ does: constant("answer late" as const), late: boolean() }),
  record({ does: constant("release" as const) }),
  record({
    does: constant("pass" as const),
    seconds: constantFrom(-86_400, -5, 1, 30, 61, 700, 86_400),
  }),
  record({ does: constant("render" as const), times: integer({ min: 1, max: 3 }) }),
  record({ does: constant("refresh" as const) }),
);

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const turns = async (): Promise<void> => {
  for (let count = 0; count < 8; count++) await turn();
};

const escaped: unknown[] = [];
const onEscape = (reason: unknown): void => void escaped.push(reason);
beforeEach(() => void process.on("unhandledRejection", onEscape));
afterEach(() => void process.off("unhandledRejection", onEscape));

it("one version of the prompt and its tools, which is real, answers or a Failure says why there is none", async () => {
  await assert(
    asyncProperty(array(step, { maxLength: 30 }), boolean(), async (steps, hasBundle) => {
      let now = Date.UTC(2026, 10, 23);
      let count = 0;
      let prompt: JsonObject | undefined = versionOf("v0");
      let lie = "nothing";
      let isLate = false;
      const late: (() => void)[] = [];
      const published = new Set(["v0"]);
      const answer = (headers: Record<string, string>): Response => {
        const list = JSON.stringify(prompt ? [prompt] : []);
        if (lie !== "nothing") return lies[lie as keyof typeof lies](list);
        const etag = `"${count}"`;
        if (headers["if-none-match"] === etag) return new Response(null, { status: 304 });
        return new Response(list, { headers: { etag } });
      };
      const prompts = createPrompts({
        baseUrl: "https://prompts.example.com",
        ...(hasBundle && { bundle }),
        fetch: async (_url, init) => {
          const headers = init.headers as Record<string, string>;
          if (!isLate) return answer(headers);
          const then = new Promise<void>((resolve) => void late.push(resolve));
          const response = lie === "no connection" ? undefined : answer(headers); // as of now
          await then;
          return response ?? answer(headers);
        },
        clock: {
          now: () => now,
          random: () => 0.5,
          orTimeout: (_milliseconds, other) => Promise.race([other, turns()]),
        },
        onError: () => {
          throw new Error("of the application");
        },
      });

      /** The mark of the version that answers. */
      const render = async (): Promise<string> => {
        try {
          const { request, source } = await prompts.render("Greet", { name: "Ada" });
          const { messages, tools } = request as unknown as {
            messages: [{ content: string }];
            tools: [{ function: { description: string } }];
          };
          const [mark, value] = messages[0].content.split(" ");
          expect([tools[0].function.description, value]).toEqual([mark, "Ada"]);
          if (source === "bundle") expect([hasBundle, mark]).toEqual([true, "bundled"]);
          else expect(published).toContain(mark);
          return mark!;
        } catch (error) {
          const { code } = error as { code?: string };
          expect([hasBundle, code, String(error)]).toEqual([
            false,
            expect.stringMatching(
              /^(?:prompts-unavailable|unknown-prompt|incompatible-prompt|not-rendered)$/,
            ),
            expect.any(String),
          ]);
          return code!;
        }
      };

      const rendered: Promise<string>[] = [];
      for (const each of steps)
        if (each.does === "change") {
          const mark = `v${++count}`;
          prompt = changes[each.what as keyof typeof changes](mark);
          published.add(mark);
        } else if (each.does === "lie") lie = each.how;
        else if (each.does === "answer late") isLate = each.late;
        else if (each.does === "release") {
          for (const resolve of late.splice(0)) resolve();
          await turns();
        } else if (each.does === "pass") now += each.seconds * 1000;
        else if (each.does === "refresh") await prompts.refresh();
        else {
          for (let time = 0; time < each.times; time++) rendered.push(render());
          if (!isLate) await turns();
        }
      lie = "nothing";
      isLate = false;
      for (const resolve of late.splice(0)) resolve();
      await Promise.all(rendered);
      await turns();

      // Whatever happened, an honest service is followed again.
      prompt = versionOf(`v${++count}`);
      published.add(`v${count}`);
      now = Date.UTC(2030, 0, 1); // later than all steps
      if (hasBundle) {
        await render(); // after a load that failed, the bundle answers without waiting
        await turns();
      }
      expect(await render()).toBe(`v${count}`);
      expect(escaped).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
