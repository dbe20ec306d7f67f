// createPrompts with a service that lies, fails and stalls, and a clock that the test moves.
import { describe, expect, it } from "vitest";
import { CallFailure } from "../../src/engine/model/failure.ts";
import { createPrompts, type PromptsOptions } from "../../src/client/create-prompts.ts";
import type { PromptsProblem } from "../../src/client/choose-version.ts";
import type { ListClock } from "../../src/client/prompt-list.ts";
import type { Bundle } from "../../src/generated/types.ts";
import { bundleText } from "../../src/views/code/bundle.ts";
import type { JsonObject } from "../../src/engine/model/json.ts";
import { runHeaders } from "../../src/engine/model/prompt-run.ts";
import { promptWith } from "../service/page/page-fixture.ts";

/** A prompt as the list of a service has it. */
const held = (id: string, text: string, changes: JsonObject = {}): JsonObject => {
  const { messages, ...rest } = promptWith([text], { name: "Greet", ...changes }) as {
    messages: { role: string; content: object[] }[];
  } & JsonObject;
  const own = messages.map(({ content }) => ({ role: "user", content }));
  return { id, ...rest, messages: own } as unknown as JsonObject;
};

/** The bundle with this prompt. */
function bundleOf(prompt: JsonObject, id?: string): Bundle {
  const { id: _id, ...content } = prompt;
  const entry = { key: "Greet", id, content };
  return JSON.parse(bundleText(new Map([["production", [entry]]]))) as Bundle;
}

interface Lab {
  readonly prompts: ReturnType<typeof createPrompts>;
  readonly requests: Record<string, string>[];
  readonly problems: PromptsProblem[];
  /** What the service answers next. */
  answer: (headers: Record<string, string>) => Promise<Response> | Response;
  pass(seconds: number): void;
  /** The text of the prompt, and where it is from; or the message of the error. */
  text(key?: string): Promise<string>;
}

const jsonResponse = (body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { headers });

function createLab(first: Lab["answer"], options: PromptsOptions = {}): Lab {
  let now = Date.UTC(2026, 10, 23);
  const clock: ListClock = {
    now: () => now,
    random: () => 1,
    // A caller waits until the load ends or the event loop has nothing else to do.
    orTimeout: (_milliseconds, other) =>
      Promise.race([other, new Promise<void>((resolve) => setTimeout(resolve, 50))]),
  };
  const lab: Lab = {
    requests: [],
    problems: [],
    answer: first,
    pass: (seconds) => void (now += seconds * 1000),
    prompts: createPrompts({
      baseUrl: "https://prompts.example.com",
      apiKey: "k",
      clock,
      fetch: async (_url, init) => {
        const headers = init.headers as Record<string, string>;
        lab.requests.push(headers);
        return lab.answer(headers);
      },
      onError: (problem) => void lab.problems.push(problem),
      ...options,
    }),
    text: async (key = "Greet") => {
      try {
        const { request, source } = await lab.prompts.render(key);
        const { messages } = request as unknown as { messages: [{ content: string }] };
        return `${source}: ${textOf(messages[0].content)}`;
      } catch (error) {
        return (error as Error).message;
      }
    },
  };
  return lab;
}

/** The text of a message, which Anthropic has in parts. */
const textOf = (content: string | readonly { text: string }[]): string =>
  typeof content === "string" ? content : content[0]!.text;

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

it("a change is seen after the age of the list and one call, and the list is asked for with its tag", async () => {
  const lab = createLab(() => jsonResponse([held("1", "one")], { etag: 'W/"a"' }));
  expect(await lab.text()).toBe("service: one");
  lab.answer = () => jsonResponse([held("1", "two")], { etag: 'W/"b"' });
  lab.pass(59);
  expect(await lab.text()).toBe("service: one");
  lab.pass(1);
  expect(await lab.text()).toBe("service: one");
  await settle();
  expect(await lab.text()).toBe("service: two");
  expect(lab.requests.map((headers) => headers["if-none-match"])).toEqual([undefined, 'W/"a"']);
  expect(lab.requests[0]).toMatchObject({ "x-api-key": "k" });
});

it("a thousand renders at once are one load", async () => {
  const lab = createLab(() => jsonResponse([held("1", "one")]));
  await Promise.all(Array.from({ length: 1000 }, () => lab.text()));
  expect(lab.requests).toHaveLength(1);
});

it("after eight hours the first call has the new version", async () => {
  const lab = createLab(() => jsonResponse([held("1", "one")]));
  await lab.text();
  lab.answer = () => jsonResponse([held("1", "two")]);
  lab.pass(8 * 3600);
  expect(await lab.text()).toBe("service: two");
});

describe("a load during which the process was suspended", () => {
  /** A list, and an hour after a load that began behind an answer. */
  async function suspendedLab(): Promise<{ lab: Lab; end: (response: Response | Error) => void }> {
    const lab = createLab(() => jsonResponse([held("1", "one")]));
    await lab.text();
    let end!: (response: Response | Error) => void;
    lab.answer = () =>
      new Promise((resolve, reject) => {
        end = (response) => (response instanceof Error ? reject(response) : resolve(response));
      });
    lab.pass(61);
    expect(await lab.text()).toBe("service: one");
    lab.answer = () => jsonResponse([held("1", "two")]);
    lab.pass(3600);
    return { lab, end };
  }

  it.each<[string, Response | Error]>([
    ["its connection is lost", new Error("reset")],
    ["it has an old list", jsonResponse([held("1", "of an hour ago")])],
  ])("is replaced by the next one, though %s later", async (_name, response) => {
    const { lab, end } = await suspendedLab();
    expect(await lab.text()).toBe("service: two");
    end(response);
    await settle();
    expect([await lab.text(), lab.problems]).toEqual(["service: two", []]);
  });

  it.each<[string, Response | Error]>([
    ["fails", new Error("reset")],
    ["has an old list", jsonResponse([held("1", "of an hour ago")])],
  ])(
    "and that %s before the next caller makes nobody use the old list",
    async (_name, response) => {
      const { lab, end } = await suspendedLab();
      end(response);
      await settle();
      expect([await lab.text(), lab.problems]).toEqual(["service: two", []]);
    },
  );
});

it("a list is as old as the request for it", async () => {
  const lab = createLab(() => {
    lab.pass(50);
    return jsonResponse([held("1", "one")]);
  });
  await lab.text();
  lab.pass(9);
  await lab.text();
  expect(lab.requests).toHaveLength(1);
  lab.pass(1);
  await lab.text();
  expect(lab.requests).toHaveLength(2);
});

it("a thousand renders a second for a minute are at most two requests", async () => {
  const lab = createLab((headers) =>
    headers["if-none-match"] === undefined
      ? jsonResponse([held("1", "one")], { etag: "t" })
      : new Response(null, { status: 304 }),
  );
  for (let count = 0; count < 60; count++) {
    await Promise.all(Array.from({ length: 1000 }, () => lab.prompts.render("Greet")));
    lab.pass(1);
  }
  expect(lab.requests.length).toBeLessThanOrEqual(2);
});

describe("a service that does not answer with a list", () => {
  const page = "<!doctype html><title>Log in</title>";
  it.each<[string, Lab["answer"]]>([
    ["401", () => jsonResponse({ error: "no" }, {}) && new Response("{}", { status: 401 })],
    ["403", () => new Response("{}", { status: 403 })],
    ["404", () => new Response("{}", { status: 404 })],
    [
      "a redirect",
      () => new Response(null, { status: 302, headers: { location: "https://x.example" } }),
    ],
    ["a page", () => new Response(page, { headers: { "content-type": "text/html" } })],
    ["an object", () => jsonResponse({ prompts: [] })],
    ["one prompt", () => jsonResponse(held("1", "other"))],
    ["things that are no prompts", () => jsonResponse([{ id: "1", name: "Greet" }])],
    ["a cut body", () => new Response('[{"id":"1"')],
    ["no connection", () => Promise.reject(new Error("ECONNREFUSED"))],
    [
      "a body that stalls",
      () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) })),
    ],
    [
      "200 MB",
      () =>
        new Response(
          new ReadableStream({
            pull: (controller) => controller.enqueue(new Uint8Array(8 * 1024 * 1024).fill(0x20)),
          }),
        ),
    ],
  ])(
    "%s: the last list answers, without one the bundle, without both an error",
    async (_name, answer) => {
      const lab = createLab(() => jsonResponse([held("1", "one")]));
      await lab.text();
      lab.answer = answer;
      lab.pass(8 * 3600);
      expect(await lab.text()).toBe("service: one");
      const bundled = createLab(answer, { bundle: bundleOf(held("1", "bundled")) });
      expect(await bundled.text()).toBe("bundle: bundled");
      const bare = createLab(answer);
      expect(await bare.text()).toBe(
        'The prompt "Greet" is not known: the list of the service could not be loaded yet.',
      );
    },
  );
});

it("a prompt that the list does not have any more is that of the bundle, or unknown", async () => {
  const bundle = bundleOf(held("1", "bundled"), "1");
  const lab = createLab(() => jsonResponse([held("1", "one")]), { bundle });
  expect(await lab.text()).toBe("service: one");
  lab.answer = () => jsonResponse([]);
  lab.pass(8 * 3600);
  expect(await lab.text()).toBe("bundle: bundled");
  expect(lab.problems.map(({ code }) => code)).toEqual(["absent"]);
  const bare = createLab(() => jsonResponse([]));
  expect(await bare.text()).toBe('The service has no prompt "Greet".');
});

it("a prompt that is renamed on the service stays the one that was used, and that of the bundle's id", async () => {
  const lab = createLab(() => jsonResponse([held("1", "one")]));
  await lab.text();
  lab.answer = () => jsonResponse([held("2", "copy"), held("1", "renamed", { name: "Welcome" })]);
  lab.pass(8 * 3600);
  expect(await lab.text()).toBe("service: renamed");
  const other = createLab(lab.answer, { bundle: bundleOf(held("1", "bundled"), "1") });
  expect(await other.text()).toBe("service: renamed");
});

it("of several prompts with the name, the first is used, and this is said once", async () => {
  const lab = createLab(() => jsonResponse([held("2", "two"), held("1", "one")]));
  expect([await lab.text(), await lab.text()]).toEqual(["service: two", "service: two"]);
  expect(lab.problems.map(({ code }) => code)).toEqual(["duplicate-name"]);
});

describe("a version that the application cannot use", () => {
  const tool = { id: "t", name: "look", description: "", parameters: { type: "object" } };
  const parameters = held("1", "x")["parameters"] as JsonObject;
  it.each<[string, JsonObject]>([
    [
      "another provider",
      held("1", "new", { parameters: { ...parameters, provider: "OPENAI", name: "gpt-5.4" } }),
    ],
    ["another variable", held("1", "new {{name}}")],
    ["another tool", held("1", "new", { tools: [tool] })],
    [
      "an unknown option",
      held("1", "new", { parameters: { ...parameters, options: { thought: 1 } } }),
    ],
    ["an unknown provider", held("1", "new", { parameters: { ...parameters, provider: "ACME" } })],
  ])("with %s: the last usable one answers, before it the bundle", async (_name, version) => {
    const bundle = bundleOf(held("1", "bundled"), "1");
    const lab = createLab(() => jsonResponse([held("1", "one")]), { bundle });
    await lab.text();
    lab.answer = () => jsonResponse([version]);
    lab.pass(8 * 3600);
    expect([await lab.text(), await lab.text()]).toEqual(["service: one", "service: one"]);
    expect(lab.problems.map(({ code }) => code)).toEqual(["incompatible"]);
    expect(await createLab(lab.answer, { bundle }).text()).toBe("bundle: bundled");
  });
});

it("onError that throws stops nothing", async () => {
  const lab = createLab(() => new Response("{}", { status: 500 }), {
    bundle: bundleOf(held("1", "bundled")),
    onError: () => {
      throw new Error("of the application");
    },
  });
  expect(await lab.text()).toBe("bundle: bundled");
  await expect(lab.prompts.refresh()).resolves.toBeUndefined();
});

describe("a bundle", () => {
  const good = bundleOf(held("1", "bundled"), "1");
  const alone = (bundle: unknown, env?: string): string => {
    try {
      createPrompts({ bundle, env });
      return "accepted";
    } catch (error) {
      return (error as Error).message;
    }
  };
  it.each<[string, unknown, string | undefined, RegExp]>([
    ["with one environment", good, undefined, /^accepted$/],
    ["of another version", { ...good, promptctlBundle: 2 }, undefined, /version 2/],
    ["that is no object", "[]", undefined, /damaged/],
    ["without prompts", { ...good, prompts: {} }, undefined, /"Greet" is missing/],
    ["with another environment", good, "staging", /no environment "staging"/],
    ["with __proto__ as environment", good, "__proto__", /no environment/],
    [
      "with a prompt that is cut off",
      {
        ...good,
        prompts: Object.fromEntries(
          Object.entries(good.prompts).map(([digest, { name, tools }]) => [
            digest,
            { name, tools },
          ]),
        ),
      },
      undefined,
      /not complete/,
    ],
  ])("%s", (_name, bundle, env, expected) => {
    expect(alone(bundle, env)).toMatch(expected);
  });

  it("alone answers without a request, and names the prompts it does not have", async () => {
    const prompts = createPrompts({ bundle: good });
    const { source, version } = await prompts.render("Greet");
    expect([source, version]).toEqual(["bundle", good.environments["production"]!["Greet"]]);
    await expect(prompts.render("__proto__")).rejects.toThrow('no prompt "__proto__"');
    await expect(prompts.run("Greet")).rejects.toThrow("run needs a baseUrl");
  });

  it("has the digests of the same prompts on a service", async () => {
    const lab = createLab(() => jsonResponse([held("1", "bundled")]), { bundle: good });
    const { source, version } = await lab.prompts.render("Greet");
    expect([source, version]).toEqual(["service", good.environments["production"]!["Greet"]]);
  });
});

it("a value that is missing is an error before any request of a provider", async () => {
  const lab = createLab(() => jsonResponse([held("1", "Hello {{name}}")]));
  expect(await lab.text()).toBe(
    'The prompt "Greet" cannot be rendered. These variables have no value: "name".',
  );
});

it("ten thousand prompts are found by name", async () => {
  const many = Array.from({ length: 10_000 }, (_, at) =>
    held(`i${at}`, `t${at}`, { name: `n${at}` }),
  );
  const lab = createLab(() => jsonResponse(many));
  expect(await lab.text("n9999")).toBe("service: t9999");
});

describe("an API key that no request can carry", () => {
  it.each(["", "line\nbreak", "ключ"])("%j is refused at the start, and not shown", (apiKey) => {
    const create = () => createPrompts({ baseUrl: "https://prompts.example.com", apiKey });
    expect(create).toThrow(/^The API key \(apiKey\) (?!.*(?:break$|ключ))/);
  });

  it("with a line break at its end is sent without it", async () => {
    const lab = createLab(() => jsonResponse([held("1", "one")]), { apiKey: "k\n" });
    await lab.text();
    expect(lab.requests[0]).toMatchObject({ "x-api-key": "k" });
  });
});

describe("run", () => {
  const sent: [string, RequestInit][] = [];
  const promptsWith = (completion: () => Response) =>
    createPrompts({
      baseUrl: "https://prompts.example.com",
      apiKey: "the-key",
      fetch: async (url, init) => {
        if (init.method === "GET") return jsonResponse([held("a/b", "Hello {{name}}")]);
        sent.push([url, init]);
        return completion();
      },
    });

  it("sends the variables to the completion of the prompt, and reads reply and headers", async () => {
    const message = { role: "assistant", content: [{ type: "TEXT", text: "Hi" }] };
    const headers = { [runHeaders.stopReason]: "complete", [runHeaders.omittedSettings]: "seed" };
    const prompts = promptsWith(() => jsonResponse({ message, stats: { cost: 1 } }, headers));
    const options = { user: "u", maxTokensField: "max_tokens" } as const;
    expect(await prompts.run("Greet", { name: "Ada" }, options)).toEqual({
      message,
      stats: { cost: 1 },
      stopReason: "complete",
      omittedSettings: ["seed"],
    });
    const [url, { method, body, redirect }] = sent.at(-1)!;
    expect([method, url, redirect, JSON.parse(body as string)]).toEqual([
      "POST",
      "https://prompts.example.com/sdk/v1/prompts/a%2Fb/completion",
      "manual",
      { user: "u", variables: { name: "Ada" } },
    ]);
  });

  it.each<[string, () => Response, object]>([
    [
      "429",
      () =>
        new Response('{"error":"slow down, the-key"}', {
          status: 429,
          headers: { "retry-after": "2" },
        }),
      {
        status: 429,
        outcome: "not-executed",
        retryAfterMs: 2000,
        message: "429 from POST /sdk/v1/prompts/a%2Fb/completion: slow down, (the key)",
      },
    ],
    ["a page", () => new Response("<p>"), { code: "unreadable-answer", status: 200 }],
    ["a list", () => jsonResponse([]), { code: "unreadable-answer" }],
    [
      "a redirect",
      () => new Response(null, { status: 307, headers: { location: "https://x.example" } }),
      { code: "redirected", status: 307 },
    ],
    [
      "no connection",
      () => {
        throw new TypeError("fetch failed", { cause: new Error("refused the-key") });
      },
      {
        code: "unreachable",
        outcome: "unknown",
        message:
          "https://prompts.example.com cannot be reached: refused (the key) (POST /sdk/v1/prompts/a%2Fb/completion).",
      },
    ],
  ])("%s is a CallFailure without the key", async (_name, completion, expected) => {
    const failure = await promptsWith(completion)
      .run("Greet", { name: "Ada" })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CallFailure);
    expect(failure).toMatchObject({ method: "POST", ...expected });
  });
});

it("a fetch that ignores its signal does not block later loads", async () => {
  let requests = 0;
  const prompts = createPrompts({
    baseUrl: "https://prompts.example.com",
    timeoutMs: 1,
    maxAgeSeconds: 0,
    fetch: () =>
      ++requests === 1 ? new Promise(() => {}) : Promise.resolve(jsonResponse([held("1", "one")])),
    clock: {
      now: () => requests * 1e9,
      random: () => 1,
      orTimeout: (_milliseconds, other) => other,
    },
  });
  await prompts.refresh();
  await prompts.refresh();
  expect((await prompts.render("Greet")).source).toBe("service");
});
