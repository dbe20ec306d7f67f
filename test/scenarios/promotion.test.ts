// docs/environments.md, "Promotion": two services, and a repository whose production comes after its staging.
import { cpSync } from "node:fs";
import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { once } from "../../src/engine/model/collections.ts";
import { bundled } from "../../src/engine/validate/schema-bundle.ts";
import { printedSchemas } from "../../src/generated/printed-schemas.ts";
import { listen } from "../../src/service/http/listen.ts";
import { openStore } from "../../src/service/open-store.ts";
import type { CliResult } from "../cli/fake-host.ts";
import { runHere } from "../cli/run-here.ts";
import { memoryService } from "../fixtures/memory-service.ts";
import { folderOf } from "../io/folder.ts";
import { gitEnv, repositoryOf, type TestRepository } from "../io/repository.ts";

const prompt = (name: string, text: string, tools = "[]"): string => `kind: prompt
name: ${name}
tools: ${tools}
parameters: { provider: OPENAI, name: gpt-5.4 }
messages: [{ role: user, content: ${text} }]
`;
const tool = (description: string): string =>
  `kind: tool\nname: lookup\ndescription: ${description}\nparameters: { type: object }\n`;

/** Two services, each with a key of its own, and a repository with a first commit. */
interface Promotion extends AsyncDisposable {
  readonly repository: TestRepository;
  run(args: string, env?: Readonly<Record<string, string>>): Promise<CliResult>;
  /** Stops both services, and copies their stores and the repository to a folder. */
  keep(to: string): Promise<void>;
}

interface Served {
  readonly url: string;
  close(): Promise<void>;
}

async function serveStore(path: string, key: string): Promise<Served> {
  const store = await openStore(path);
  const { handler } = await memoryService({ store, keys: [key] });
  const { url, close } = await listen({ host: "127.0.0.1", port: 0, handler });
  return { url, close: async () => void (await close(), await store.close()) };
}

/** `from`: a folder that `keep` of another one filled. */
async function createPromotion(from?: string): Promise<Promotion> {
  const folder = folderOf({});
  if (from) cpSync(`${from}/stores`, folder.path, { recursive: true });
  const [staging, production] = await Promise.all([
    serveStore(`${folder.path}/staging.sqlite`, "staging-key"),
    serveStore(`${folder.path}/production.sqlite`, "production-key"),
  ]);
  const repository = repositoryOf(
    from
      ? {}
      : {
          "promptctl.yaml": `definitions: prompts
environments:
  staging:
    set: { "prompt/Triage": { parameters.temperature: 0 } }
  production:
    after: staging
`,
          "prompts/triage.yaml": prompt("Triage", "One", "[lookup]"),
          "prompts/greeter.yaml": prompt("Greeter", "One"),
          "prompts/lookup.yaml": tool("One"),
        },
  );
  if (from) cpSync(`${from}/repository`, repository.path, { recursive: true });
  const env = {
    ...gitEnv,
    NO_COLOR: "1",
    PROMPTCTL_BASE_URL_STAGING: staging.url,
    PROMPTCTL_BASE_URL_PRODUCTION: production.url,
    PROMPTCTL_API_KEY_STAGING: "staging-key",
    PROMPTCTL_API_KEY_PRODUCTION: "production-key",
  };
  const close = once(async () => void (await staging.close(), await production.close()));
  return {
    repository,
    run: (args, more = {}) => runHere(repository.path, args.split(" "), { ...env, ...more }),
    keep: async (to) => {
      await close();
      cpSync(folder.path, `${to}/stores`, { recursive: true });
      cpSync(repository.path, `${to}/repository`, { recursive: true });
    },
    [Symbol.asyncDispose]: async () => {
      await close();
      await repository[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const second = {
  "prompts/triage.yaml": prompt("Triage", "Two", "[lookup]"),
  "prompts/greeter.yaml": prompt("Greeter", "Two"),
  "prompts/lookup.yaml": tool("Two"),
};
const apply = "apply --auto-approve --env";
const head = (it: Promotion): string => it.repository.git(["rev-parse", "--short=7", "HEAD"]);

/** What createHalf starts from, made once. */
const half = folderOf();
let firstCommit = "";
beforeAll(async () => {
  await using it = await createPromotion();
  expect((await it.run(`${apply} staging`)).code).toBe(0);
  expect((await it.run(`${apply} production`)).code).toBe(0);
  firstCommit = head(it);
  it.repository.commit(second);
  expect((await it.run(`${apply} staging --target prompt/Greeter`)).code).toBe(0);
  await it.keep(half.path);
}, 60_000);
afterAll(() => half[Symbol.asyncDispose]());

/** Both services hold the first commit; staging holds one prompt of the second one. */
async function createHalf(): Promise<Promotion & { readonly first: string }> {
  return { ...(await createPromotion(half.path)), first: firstCommit };
}

const heldBack = (
  first: string,
): string => `Held back: 2 changes wait for staging. To release them, apply there first: promptctl apply --env staging
  update tool/lookup: staging holds ${first}, 1 version back
  update prompt/Triage: staging holds ${first}, 1 version back
`;

it("what staging does not hold is not in the plan for production; the rest is applied", async () => {
  await using it = await createPromotion();
  const empty = await it.run("plan --env production");
  expect([empty.code, empty.out]).toEqual([
    4,
    expect.stringContaining("create prompt/Triage: staging does not have it\n\nNo changes.\n"),
  ]);
  await using behind = await createHalf();
  const { first } = behind;
  const applied = await behind.run(`${apply} production`);
  expect([applied.code, applied.out]).toEqual([4, expect.stringContaining(heldBack(first))]);
  expect(applied.out).toMatch(/Plan: 1 to update\.\n\nApplied\. 1 request/);
  expect(applied.err).toContain("Held back, as listed above: 2 changes, until staging holds");
  const again = await behind.run(`${apply} production`);
  expect([again.code, again.out]).toEqual([
    4,
    expect.stringMatching(/1 version back\n\nNo changes\.\n$/),
  ]);
  expect((await behind.run(`${apply} staging`)).code).toBe(0);
  const rest = await behind.run(`${apply} production`);
  expect([rest.code, rest.out]).toEqual([
    0,
    expect.stringContaining("Plan: 2 to update, 1 unchanged."),
  ]);
  expect((await behind.run("status")).code).toBe(0);
}, 60_000);

describe("while staging holds a half", () => {
  let it: Promotion & { readonly first: string };
  beforeAll(async () => void (it = await createHalf()));
  afterAll(() => it[Symbol.asyncDispose]());

  test("status shows the way of each version", async () => {
    const { out, code } = await it.run("status");
    const shown = out.replaceAll(/http:\S+/g, "URL").replaceAll(/(?<=\S) {2,}/g, "  ");
    expect([code, shown]).toEqual([
      2,
      `environment  url  state
staging  URL  2 to update
production  URL  1 to update, 2 waiting for staging

production after staging:
  update tool/lookup  staging ${it.first}, production ${it.first}, waits
  update prompt/Greeter  staging as in the files, production ${it.first}
  update prompt/Triage  staging ${it.first}, production ${it.first}, waits
`,
    ]);
    const json = await it.run("status --json");
    expect(new Ajv().validate(bundled(printedSchemas(), "status"), JSON.parse(json.out))).toBe(
      true,
    );
  });

  test("the JSON document of the plan has the changes that wait, and matches its schema", async () => {
    const { out } = await it.run("plan --env production --json");
    const document = JSON.parse(out) as Record<string, unknown>;
    expect(document["promotion"]).toMatchObject({
      after: "staging",
      isKnown: true,
      heldBack: [
        { reason: "version", upstream: { type: "version", behind: 1 } },
        { reason: "version", change: { address: "prompt/Triage", action: "update" } },
      ],
      allowed: [],
    });
    const validate = new Ajv().compile(bundled(printedSchemas(), "plan"));
    expect([validate(document), validate.errors]).toEqual([true, null]);
  });

  const host = "https://staging.invalid";
  test.each([
    ["without a key", { PROMPTCTL_API_KEY_STAGING: "" }, "Set PROMPTCTL_API_KEY_STAGING"],
    ["with a wrong key", { PROMPTCTL_API_KEY_STAGING: "x" }, "Set PROMPTCTL_API_KEY_STAGING"],
    [
      "without a key for a host",
      { PROMPTCTL_API_KEY_STAGING: "", PROMPTCTL_BASE_URL_STAGING: host },
      "Set the environment variable PROMPTCTL_API_KEY_STAGING.",
    ],
    [
      "with the generic key and address only",
      {
        PROMPTCTL_API_KEY_STAGING: "",
        PROMPTCTL_API_KEY: "staging-key",
        PROMPTCTL_BASE_URL_STAGING: "",
        PROMPTCTL_BASE_URL: "",
      },
      "The environment staging has no base URL.",
    ],
    [
      "for a service that does not answer",
      { PROMPTCTL_BASE_URL_STAGING: host },
      "all 3 changes wait: https://staging.invalid cannot be reached",
    ],
  ])("%s, the plan does not know what staging holds, and apply refuses", async (...row) => {
    const [, env, text] = row;
    const plan = await it.run("plan --env production --retries 0", env);
    const verdict = "Plan: 3 to update. Apply refuses this plan for 1 reason.";
    expect([plan.code, plan.out]).toEqual([4, expect.stringContaining(verdict)]);
    expect(plan.out).toContain("It is not known what staging holds, so all 3 changes wait: ");
    expect(plan.out).toContain(text);
    expect((await it.run(`${apply} production --retries 0`, env)).code).toBe(4);
    const forced = await it.run("plan --env production --allow-unpromoted --retries 0", env);
    const alert = "update prompt/Triage: not known what staging holds";
    expect([forced.code, forced.out]).toEqual([0, expect.stringContaining(alert)]);
  });
});

describe("a saved plan", () => {
  it("is refused if staging does not hold its changes any more", async () => {
    await using it = await createHalf();
    await it.run(`${apply} staging`);
    expect((await it.run("plan --env production --out plan.json")).code).toBe(0);
    await it.run(`${apply} staging --ref HEAD~1 --target prompt/Greeter`);
    const { code, out, err } = await it.run("apply plan.json --env production");
    expect([code, err]).toEqual([
      4,
      expect.stringContaining(
        "staging does not hold any more what it held when plan.json was created: 1 reviewed change must wait. Nothing was applied.",
      ),
    ]);
    expect(out).toContain(`update prompt/Greeter: staging holds ${it.first}, 1 version back`);
    expect((await it.run("plan --env production --allow-unpromoted")).out).toContain(
      "Plan: 3 to update.",
    );
  }, 60_000);

  it("has only what staging held, and with --allow-unpromoted all", async () => {
    await using it = await createHalf();
    expect((await it.run("plan --env production --out plan.json")).code).toBe(4);
    const { code, out } = await it.run("apply plan.json --env production");
    expect([code, out]).toEqual([0, expect.stringContaining("Applied. 1 request")]);
    expect((await it.run("plan --env production --allow-unpromoted --out all.json")).code).toBe(0);
    const all = await it.run("apply all.json --env production");
    expect([all.code, all.out]).toEqual([0, expect.stringContaining("Applied. 2 requests")]);
    expect(all.out).toContain("! makes 2 changes that staging does not hold\n");
    expect(all.out).toContain(
      "Not promoted: --allow-unpromoted includes what staging does not hold.",
    );
  }, 60_000);
});
