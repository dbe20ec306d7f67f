// A plan says who changed what git does not have, where the service reports versions.
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { folderOf } from "../../io/folder.ts";
import { createFakeService, type CliResult } from "../fake-host.ts";
import { printedValue } from "../printed.ts";
import { createRepositoryFixture } from "../repository-fixture.ts";

const settings = { "promptctl.yaml": "definitions: prompts\nconflicts: refuse\n" };

const files = (text: string, threshold = 1): Readonly<Record<string, string>> => ({
  "prompts/p.yaml": `kind: prompt
name: Support
parameters: { provider: OPENAI, name: gpt-test }
messages: [{ role: system, content: ${text} }]
evaluations:
  - name: e
    variables: {}
    appendedMessages: [{ role: user, content: Hi }]
    assertions: [{ type: LATENCY, targetThreshold: ${threshold} }]
`,
});

/** What a service reports of a version, or its response in place of all versions. */
type Reported = ((version: object) => object) | Response;

interface Planned extends CliResult {
  readonly refusal: string;
  readonly held: { readonly type: string; readonly reported?: unknown };
  /** The resources whose versions the plan asked for, each once for each request. */
  readonly asked: readonly string[];
}

/**
 * The plan of a commit after what it describes was changed on the service, by hand in a folder without git. The
 * newest version of each resource that was written twice is reported as `reported` says.
 */
async function planAfter(
  edit: Readonly<Record<string, string>>,
  reported: Reported,
  extensions = true,
): Promise<Planned> {
  const { repository, run } = await createRepositoryFixture({ ...settings, ...files("one") });
  await using _ = repository;
  const service = await createFakeService({ extensions });
  const apply = ["apply", "--auto-approve"];
  expect((await run(apply, service)).code).toBe(0);
  await using editor = folderOf({ "promptctl.yaml": "definitions: prompts\n", ...edit });
  expect((await run(apply, { ...service, cwd: editor.path })).code).toBe(0);
  const asked: string[] = [];
  const fetch: Fetch = async (url, init) => {
    const response = await service.fetch(url, init);
    if (!url.endsWith("/versions")) return response;
    asked.push(url);
    if (reported instanceof Response) return reported.clone();
    const [newest, ...older] = (await response.json()) as object[];
    const changed = older.length > 0 ? reported(newest!) : newest;
    return Response.json([changed, ...older], { headers: response.headers });
  };
  const result = await run(["plan"], { fetch });
  const counted = [...asked];
  const json = printedValue("plan", (await run(["plan", "--json"], { fetch })).out) as {
    changes: { held: Planned["held"] }[];
    refusals: { message: string }[];
  };
  const { held } = json.changes[0]!;
  return { ...result, held, refusal: json.refusals[0]!.message, asked: counted };
}

const origin = { commit: "c4df49b".padEnd(40, "0"), dirty: false, pullRequest: 12 };
const add =
  (more: object): Reported =>
  (version) => ({ ...version, ...more });

describe("a prompt that was changed on the service", () => {
  const missing = ", or applied from a commit that is not here";

  it.each<[string, Reported, string, object | undefined]>([
    [
      "with a key from a pull request",
      add({ keyName: "release", origin }),
      " by key release, from commit c4df49b of pull request 12",
      { number: 2, keyName: "release", origin },
    ],
    [
      "from a tree with changes, without a key",
      add({ origin: { commit: origin.commit, dirty: true } }),
      " from commit c4df49b with uncommitted changes",
      { number: 2, origin: { commit: origin.commit, dirty: true } },
    ],
    [
      "with a key alone",
      add({ keyName: "ops" }),
      " by key ops, which reported no commit",
      { number: 2, keyName: "ops" },
    ],
    ["by nobody known", (version) => version, missing, { number: 2 }],
    [
      "from an origin that is not valid",
      add({ origin: { ...origin, commit: "main" } }),
      missing,
      { number: 2 },
    ],
    [
      "on a service whose versions are no list",
      Response.json({ versions: 1 }, { headers: { "Promptctl-Extensions": "origin" } }),
      missing,
      undefined,
    ],
    [
      "on a service whose versions cannot be read",
      Response.json({ message: "no" }, { status: 500 }),
      missing,
      undefined,
    ],
  ])("%s", async (_name, how, words, reported) => {
    const { code, out, err, refusal, held } = await planAfter(files("two"), how);
    expect([code, held.type]).toEqual([4, "none"]);
    expect(err).not.toMatch(/error|\n +at /i);
    expect(out).toContain(`Changed on the service${words}.`);
    expect(refusal).toBe(`prompt/Support was changed on the service${words}.`);
    expect(held.reported).toEqual(reported);
  });

  it("on a service without versions: it is not asked", async () => {
    const { out, held, asked } = await planAfter(files("two"), add({ origin }), false);
    expect(out).toContain(`Changed on the service${missing}.`);
    expect([held.reported, asked]).toEqual([undefined, []]);
  });

  it("is asked for once", async () => {
    const { asked } = await planAfter(files("two"), add({ origin }));
    expect(asked).toHaveLength(1);
  });

  it("with a hostile key: it is escaped", async () => {
    const { out, refusal } = await planAfter(
      files("two"),
      add({ keyName: "k\u001b[2J\u202e\n::error::x", origin }),
    );
    // oxlint-disable-next-line no-control-regex
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]|^::error/m);
    expect(refusal).toContain("by key k");
  });
});

it("an assertion that was changed is by who changed it, not by who applied its evaluation", async () => {
  const { out } = await planAfter(files("one", 2), add({ keyName: "ops" }));
  expect(out).toContain("evaluation/Support/e was changed on the service by key ops,");
});
