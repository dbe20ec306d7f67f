// With `after: staging`, an apply leaves each resource of production as it was, or makes it equal to that
// of staging. Random states of staging, production and the files; what they hold is compared as it was
// sent, without promptctl.
import { expect, it } from "vitest";
import { createFakeService, type FakeService, runCli } from "../../cli/fake-host.ts";
import { type RandomInt, seededRandom } from "../../fixtures/seeded-random.ts";
import { folderOf } from "../../io/folder.ts";
import { commitAfter, gitEnv } from "../../io/repository.ts";
import { seeds } from "../faults/repeated-runs.ts";
import { listResources } from "./service-requests.ts";

const names = ["a", "b", "c"];

/** Texts of definitions: each tool and prompt is missing, or has one of two contents. */
function randomFile(randomInt: RandomInt): string {
  const tools = names.filter(() => randomInt(4) > 0);
  const documents = [
    ...tools.map(
      (name) => `kind: tool\nname: ${name}\ndescription: "${randomInt(2)}"\nparameters: {}\n`,
    ),
    ...names
      .filter(() => randomInt(4) > 0)
      .map((name) => {
        const used = tools.filter(() => randomInt(2) === 0);
        const threshold = randomInt(3);
        const assertion = `{ type: COST, targetThreshold: ${threshold} }`;
        return `kind: prompt
name: ${name}
tools: [${used.join(", ")}]
parameters: { provider: OPENAI, name: gpt-5.4 }
messages: [{ role: user, content: "${randomInt(2)}" }]
evaluations: [{ name: e, variables: { v: "${name}" }, assertions: [${threshold === 0 ? "" : assertion}] }]
`;
      }),
  ];
  return documents.join("---\n");
}

type Resource = Readonly<Record<string, unknown>>;

/** The resources of a service by kind and name, without ids. A prompt has its evaluations. */
async function contentsOf(service: FakeService): Promise<ReadonlyMap<string, string>> {
  const [tools, prompts, evaluations, assertions] = await Promise.all(
    ["tools", "prompts", "evaluations", "evaluation-assertions"].map((path) =>
      listResources<Resource>(service, path),
    ),
  );
  const textOf = (value: unknown): string =>
    JSON.stringify(value, (field, each: unknown) => (/id$/i.test(field) ? undefined : each));
  const childrenOf = (id: unknown): unknown =>
    evaluations!
      .filter(({ promptId }) => promptId === id)
      .map((each) => [
        textOf(each),
        assertions!.filter(({ evaluationId }) => evaluationId === each["id"]).map(textOf),
      ]);
  return new Map([
    ...tools!.map((each) => [`tool/${String(each["name"])}`, textOf(each)] as const),
    ...prompts!.flatMap((each) => [
      [`prompt/${String(each["name"])}`, textOf(each)] as const,
      [`evaluation/${String(each["name"])}`, textOf(childrenOf(each["id"]))] as const,
    ]),
  ]);
}

const url = { staging: "https://staging.example", production: "https://production.example" };
const env = {
  ...gitEnv,
  PROMPTCTL_BASE_URL_STAGING: url.staging,
  PROMPTCTL_BASE_URL_PRODUCTION: url.production,
  PROMPTCTL_API_KEY_STAGING: "good",
  PROMPTCTL_API_KEY_PRODUCTION: "production",
};

it.each(seeds(25))("seed %i: production gets what staging holds, or nothing", async (seed) => {
  const randomInt = seededRandom(seed);
  const services = { staging: await createFakeService(), production: await createFakeService() };
  const configuration = "environments: { staging: {}, production: { after: staging } }\n";
  const past = randomFile(randomInt);
  await using folder = folderOf({ "promptctl.yaml": configuration, "prompts/x.yaml": past });
  commitAfter({ "prompts/x.yaml": past }, folder.path);
  const run = async (environment: string, ...flags: readonly string[]): Promise<number> => {
    const words = ["apply", "--env", environment, "--auto-approve", "--prune", ...flags];
    const { code } = await runCli([...words, "--allow-mass-delete"], {
      cwd: folder.path,
      env,
      fetch: (address, init) => {
        const isStaging = address.startsWith(url.staging);
        const headers = new Headers(init.headers);
        headers.set("x-api-key", "good");
        return services[isStaging ? "staging" : "production"].fetch(address, { ...init, headers });
      },
    });
    return code;
  };
  await run("staging");
  await run("production", "--allow-unpromoted");
  folder.write("prompts/x.yaml", randomFile(randomInt));
  const targets = names.filter(() => randomInt(2) === 0);
  if (targets.length > 0)
    await run("staging", "--no-prune", ...targets.map((name) => `--target=*/${name}`));
  const before = await contentsOf(services.production);
  const staging = await contentsOf(services.staging);
  const code = await run("production");
  const after = await contentsOf(services.production);
  expect([0, 4]).toContain(code);
  for (const key of new Set([...before.keys(), ...after.keys()]))
    expect([key, before.get(key), staging.get(key)]).toContain(after.get(key));
  expect(await run("staging")).toBe(0);
  expect(await run("production")).toBe(0);
  expect(await contentsOf(services.production)).toEqual(await contentsOf(services.staging));
});
