// Two applies at once, on a service that honours If-Match and on one that does not.
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { folderOf } from "../../io/folder.ts";
import {
  type CliResult,
  createFakeService,
  type FakeService,
  runCli,
  serviceEnv,
  serviceUrl,
} from "../fake-host.ts";
import { greeter, lookup, project, triage } from "../project.ts";

const apply = ["apply", "--auto-approve"];
const mine = { "prompts/greeter.yaml": greeter.replace("Hello", "Hello from one") };
const theirs = { "prompts/greeter.yaml": greeter.replace("Hello", "Hello from two") };

interface Fixture extends AsyncDisposable {
  readonly service: FakeService;
  /** Runs a command in the project with these files. */
  run(files: Record<string, string>, args?: readonly string[], fetch?: Fetch): Promise<CliResult>;
  /** The text of all resources of a kind. */
  text(path: string): Promise<string>;
}

/** A service to which the project is applied. */
async function createFixture(extensions = true): Promise<Fixture> {
  const service = await createFakeService({ extensions });
  const folder = folderOf(project);
  const run: Fixture["run"] = (files, args = apply, fetch = service.fetch) => {
    for (const [name, content] of Object.entries({ ...project, ...files }))
      folder.write(name, content);
    return runCli(args, { cwd: folder.path, env: serviceEnv, fetch });
  };
  expect((await run({})).code).toBe(0);
  return {
    service,
    run,
    text: async (path) => {
      const headers = { "x-api-key": "good" };
      const response = await service.fetch(`${serviceUrl}/sdk/v1/${path}`, { headers });
      return JSON.stringify(await response.json());
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** Runs `action` before the first request with this method is sent. */
function before(service: FakeService, method: string, action: () => Promise<unknown>): Fetch {
  let done: Promise<unknown> | undefined;
  return async (url, init) => {
    if (init.method === method) await (done ??= action());
    return service.fetch(url, init);
  };
}

/** A promise that resolves when it is opened. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe("an apply that overtakes another one, between its plan and its first update", () => {
  it("is not overwritten: the other one fails, says why, and goes on with other resources", async () => {
    await using it = await createFixture();
    const fetch = before(it.service, "PUT", async () =>
      expect((await it.run(theirs)).code).toBe(0),
    );
    const files = { ...mine, "prompts/lookup.yaml": lookup.replace("an order", "one order") };
    const { code, err, out } = await it.run(files, apply, fetch);
    expect(code).toBe(1);
    expect(err).toMatch(
      /✗ prompt\/Greeter +not updated\n +The prompt \w+ was changed on the service after the plan was made\. It was not overwritten\.\n +To see the change of prompt\/Greeter, plan again\. Then apply again\./,
    );
    expect(out).toContain("1 of 2 requests succeeded, 1 failed.");
    expect(await it.text("prompts")).toContain("Hello from two");
    expect(await it.text("tools")).toContain("one order");
    expect((await it.run(files)).code).toBe(0);
    expect(await it.text("prompts")).toContain("Hello from one");
  });

  it("is not overwritten by a saved plan", async () => {
    await using it = await createFixture();
    expect((await it.run(mine, ["plan", "--out", "saved.json"])).code).toBe(0);
    const fetch = before(it.service, "PUT", async () => {
      expect((await it.run(theirs)).code).toBe(0);
      await it.run(mine, ["validate"]); // the definitions of the plan again
    });
    const { code, err } = await it.run(mine, ["apply", "saved.json"], fetch);
    expect([code, err]).toEqual([1, expect.stringContaining("It was not overwritten.")]);
    expect(await it.text("prompts")).toContain("Hello from two");
  });

  it("is overwritten if the service does not honour If-Match", async () => {
    await using it = await createFixture(false);
    const fetch = before(it.service, "PUT", async () => {
      expect((await it.run(theirs)).code).toBe(0);
      expect(await it.text("prompts")).toContain("Hello from two");
    });
    expect((await it.run(mine, apply, fetch)).code).toBe(0);
    expect(await it.text("prompts")).toContain("Hello from one");
  });
});

it("a resource that another apply changed is not deleted", async () => {
  await using it = await createFixture();
  const without = triage.replace(/ +- \{ type: LATENCY.*\n/, "");
  const changed = triage.replace("2000", "3000");
  const fetch = before(it.service, "DELETE", async () =>
    expect((await it.run({ "prompts/triage.yaml": changed })).code).toBe(0),
  );
  const { code, err } = await it.run({ "prompts/triage.yaml": without }, apply, fetch);
  expect(code).toBe(1);
  expect(err).toMatch(
    /The assertion \w+ was changed on the service after .*\. It was not deleted\./,
  );
  expect(await it.text("evaluation-assertions")).toContain("3000");
});

describe("two applies that plan at the same time and update the same prompt", () => {
  it.each([
    ["the first one before the second one", [0, 1]],
    ["the second one before the first one", [1, 0]],
  ])("%s: the later one fails, and the earlier one stays", async (_order, order) => {
    await using it = await createFixture();
    const gates = [gate(), gate()];
    const arrived = [gate(), gate()];
    const gated = (number: number): Fetch =>
      before(it.service, "PUT", () => {
        arrived[number]!.open();
        return gates[number]!.opened;
      });
    const first = it.run(mine, apply, gated(0));
    await arrived[0]!.opened;
    const second = it.run(theirs, apply, gated(1));
    await arrived[1]!.opened;
    const runs = [first, second];
    const codes: number[] = [];
    for (const number of order) {
      gates[number]!.open();
      codes.push((await runs[number]!).code);
    }
    expect(codes).toEqual([0, 1]);
    expect(await it.text("prompts")).toContain(`Hello from ${order[0] === 0 ? "one" : "two"}`);
  });
});

it("two applies that create the same prompt: the later one fails, and status names the duplicate", async () => {
  await using it = await createFixture();
  const added = greeter.replace("name: Greeter", "name: Added");
  const files = { "prompts/added.yaml": added };
  const fetch = before(it.service, "POST", async () => expect((await it.run(files)).code).toBe(0));
  const { code, out } = await it.run(files, apply, fetch);
  expect([code, out]).toEqual([1, expect.stringContaining("promptctl apply --prune")]);
  const status = await it.run(files, ["status"]);
  expect([status.code, status.out]).toEqual([
    2,
    expect.stringMatching(/ 1 duplicate\n[^]*promptctl plan --prune/),
  ]);
  const plan = await it.run({ "prompts/added.yaml": added.replace("Hello", "Bye") }, ["plan"]);
  expect(plan.out).toContain("\n\nApply refuses this plan for 1 reason.\n");
  expect((await it.run(files, [...apply, "--prune"])).code).toBe(0);
  expect((await it.run(files, ["status"])).code).toBe(0);
});

describe("an update whose response is lost", () => {
  const lostOnce = (service: FakeService, after: () => Promise<unknown>): Fetch => {
    let isFirst = true;
    return async (url, init) => {
      const response = await service.fetch(url, init);
      if (init.method !== "PUT" || !isFirst) return response;
      isFirst = false;
      await after();
      return new Response("", { status: 502 });
    };
  };

  it("fails if another apply changed the resource meanwhile", async () => {
    await using it = await createFixture();
    const fetch = lostOnce(it.service, () => it.run(theirs));
    const { code, err } = await it.run(mine, apply, fetch);
    expect([code, err]).toEqual([1, expect.stringContaining("It was not overwritten.")]);
    expect(await it.text("prompts")).toContain("Hello from two");
  });
});

it("If-Match is sent only if the service honours it", async () => {
  for (const extensions of [true, false]) {
    await using it = await createFixture(extensions);
    const sent: (string | null)[] = [];
    const fetch: Fetch = (url, init) => {
      if (init.method === "PUT") sent.push(new Headers(init.headers).get("if-match"));
      return it.service.fetch(url, init);
    };
    await it.run(mine, apply, fetch);
    expect(sent).toEqual([extensions ? expect.stringMatching(/^"[0-9a-f]{64}"$/) : null]);
  }
});
