// The last requests of an apply: it lists what it created by name once more, because another apply may
// have created the same.
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import {
  callService,
  createProjectFixture,
  planHead,
  type ProjectFixture,
} from "../../cli/project-fixture.ts";

const apply = ["apply", "--auto-approve"];

/** Does something before the first create; all creates wait for it. */
function beforeCreates(fixture: ProjectFixture, act: () => Promise<unknown>): Fetch {
  let done: Promise<unknown> | undefined;
  return async (url, init) => {
    if (init.method === "POST") await (done ??= act());
    return fixture.service.fetch(url, init);
  };
}

/** Lists after the first write fail with this status. */
function failingLists(fixture: ProjectFixture, status: number): Fetch {
  return async (url, init) => {
    const isAfter = init.method === "GET" && fixture.service.writes().length > 0;
    return isAfter ? Response.json({ error: "no" }, { status }) : fixture.service.fetch(url, init);
  };
}

/** The warning at the end of the output. */
const warningIn = (out: string): string =>
  out.slice(Math.max(0, out.search(/^(?:Warning|Error):/m)));

interface Finished {
  readonly sameNames: readonly object[];
  readonly sameNamesUnknown?: object;
}

const finished = (out: string): Finished =>
  JSON.parse(out.trimEnd().split("\n").at(-1)!) as Finished;

describe("two first applies at once", () => {
  it("the one that ends last names the duplicates, and the command that deletes them works", async () => {
    await using it = await createProjectFixture();
    const fetch = beforeCreates(it, () => it.run(apply));
    const { code, out } = await it.run(apply, { fetch });
    expect(code).toBe(1);
    expect(warningIn(out).replaceAll(/id:[0-9a-f]{24}/g, "id:…")).toBe(
      `Error: While this apply ran, resources with the names of created resources appeared on the service, probably from another apply at the same time:
  tool/lookup_order: id:… and id:…
  tool/send_mail: id:… and id:…
  prompt/Greeter: id:… and id:…
  prompt/Support triage: id:… and id:…
To delete the duplicates when no other apply is running: promptctl apply --prune
To see first what it deletes: promptctl plan --prune
`,
    );
    expect((await it.run([...apply, "--prune"])).code).toBe(0);
    expect(await it.service.names("tools")).toEqual(["lookup_order", "send_mail"]);
    expect((await it.run(["plan"])).out).toBe(`${planHead("plan")}

No changes. 7 definitions match https://prompts.example.com.
`);
  });

  it("JSON: both ids, and whether prune deletes one of them", async () => {
    await using it = await createProjectFixture({ "promptctl.yaml": 'scope: ["tool/*"]\n' });
    const fetch = beforeCreates(it, () => it.run(apply));
    const { out } = await it.run([...apply, "--json"], { fetch });
    const id = expect.stringMatching(/^[0-9a-f]{24}$/);
    const ids = { id, otherId: id, isDuplicate: true };
    expect(finished(out).sameNames).toEqual([
      { address: "tool/lookup_order", ...ids, deletedByPrune: true },
      { address: "tool/send_mail", ...ids, deletedByPrune: true },
      { address: "prompt/Greeter", ...ids, deletedByPrune: false },
      { address: "prompt/Support triage", ...ids, deletedByPrune: false },
    ]);
  });
});

it("a resource outside the scope, and one with different content: no word of --prune", async () => {
  await using it = await createProjectFixture({ "promptctl.yaml": 'scope: ["prompt/Other *"]\n' });
  const args = [...apply, "--target", "tool/lookup_order"];
  const duplicated = await it.run(args, { fetch: beforeCreates(it, () => it.run(args)) });
  expect(warningIn(duplicated.out)).toMatch(
    /tool\/lookup_order: id:\w+ and id:\w+, outside the scope of promptctl\.yaml: delete one on the service\n$/,
  );
  await using other = await createProjectFixture();
  const tool = { name: "lookup_order", description: "Another one", parameters: {} };
  const fetch = beforeCreates(other, () => callService(other, "POST", "tools", tool));
  const { out } = await other.run(args, { fetch });
  expect(warningIn(out)).toMatch(
    /tool\/lookup_order: id:\w+ and id:\w+, with different content\npromptctl plan shows the pins that select one of two resources\.\n$/,
  );
  expect((await other.run(["plan"])).out).toContain("pins:");
});

describe("the lists after the creates", () => {
  it("are one for each kind with names of which something was created", async () => {
    await using it = await createProjectFixture();
    await it.run(apply);
    const last = it.service.calls.slice(it.service.calls.findLastIndex(isWrite) + 1);
    expect(last.toSorted()).toEqual(["GET /sdk/v1/prompts", "GET /sdk/v1/tools"]);
  });

  it("do not happen after updates and deletes", async () => {
    await using it = await createProjectFixture();
    await it.run(apply);
    it.folder.write("prompts/triage.md", "A new text.\n");
    it.service.calls.length = 0;
    expect((await it.run(apply)).out).toContain("Applied. 1 request");
    expect(it.service.calls.filter((call) => !isWrite(call))).toHaveLength(4);
  });

  it.each([403, 500])("that fail with %s are a warning", async (status) => {
    await using it = await createProjectFixture();
    const fetch = failingLists(it, status);
    const { code, out } = await it.run(apply, { fetch });
    expect([code, out]).toEqual([0, expect.stringContaining("Applied. 7 requests")]);
    expect(warningIn(out)).toMatch(
      RegExp(
        `^Warning: The created resources could not be listed again: ${status} from GET .*\\nIf another apply ran at the same time, the next plan shows duplicates of them\\.\\n$`,
      ),
    );
  });
});

function isWrite(call: string): boolean {
  return !call.startsWith("GET ");
}
