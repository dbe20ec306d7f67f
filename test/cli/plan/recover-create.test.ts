// Lost responses: the waits, the recovery and the remaining changes, as a user sees them.
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { commitAfter } from "../../io/repository.ts";
import { project } from "../project.ts";
import { type ProjectFixture, createProjectFixture } from "../project-fixture.ts";

type Answer = (url: string, init: RequestInit) => Promise<Response>;

/** Gives another response to the first request with this method and path. */
function once(it: ProjectFixture, method: string, path: string, answer: Answer, times = 1): Fetch {
  let left = times;
  return (url, init) => {
    const hit = init.method === method && new URL(url).pathname === `/sdk/v1/${path}`;
    return hit && left-- > 0 ? answer(url, init) : it.service.fetch(url, init);
  };
}

const failing = async (): Promise<Response> => new Response('{"error":"oops"}', { status: 500 });
const busy = async (): Promise<Response> =>
  new Response('{"error":"slow down"}', { status: 429, headers: { "retry-after": "3" } });
const actedThen =
  (it: ProjectFixture, answer: () => Promise<Response>): Answer =>
  async (url, init) => {
    await it.service.fetch(url, init);
    return answer();
  };
const broken = (): Promise<Response> => {
  const cause = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
  return Promise.reject(new TypeError("fetch failed", { cause }));
};
const withoutId = async (): Promise<Response> => Response.json({ name: "Greeter" });

const apply = ["apply", "--auto-approve", "--concurrency", "1"];

describe.each([
  ["500", failing],
  ["a broken connection", broken],
  ["an answer without an id", withoutId],
])("a create that was executed, with the response %s", (_name, answer) => {
  it.each(["tools", "prompts", "evaluations", "evaluation-assertions"])(
    "is found by listing: %s",
    async (path) => {
      await using it = await createProjectFixture();
      const fetch = once(it, "POST", path, actedThen(it, answer));
      const { code, out, err } = await it.run(apply, { fetch });
      expect(out).toContain("Applied. 7 requests to https://prompts.example.com succeeded.");
      expect([code, err]).toEqual([0, expect.not.stringContaining("waiting")]);
      expect(it.service.writes()).toHaveLength(7);
      expect((await it.run(["plan"])).out).toContain("No changes.");
    },
  );
});

describe("a create that was not executed, with the response 500", () => {
  it("is looked up, reported as unknown, not sent again, and created by the next run", async () => {
    await using it = await createProjectFixture();
    let sent = 0;
    const fetch = once(
      it,
      "POST",
      "prompts",
      (url, init) => {
        sent += String(init.body).includes('"Greeter"') ? 1 : 0;
        return String(init.body).includes('"Greeter"') ? failing() : it.service.fetch(url, init);
      },
      2,
    );
    const { code, out, err } = await it.run(apply, { fetch });
    expect([code, sent]).toEqual([1, 1]);
    const looks = err.split("\n").filter((line) => line.includes("check whether it was created"));
    expect(looks.map((line) => line.trim())).toEqual(
      ["500 ms", "1 s", "2 s", "4 s", "8 s", "16 s", "29 s"].map(
        (pause) => `· prompt/Greeter  waiting: check whether it was created in ${pause} (500)`,
      ),
    );
    expect(err).toContain(`  ✗ prompt/Greeter  create result unknown
      Create result unknown: 500 from POST /sdk/v1/prompts: oops
      The service does not list the resource yet.
      The request is not sent again in this run. Wait a moment and run the same command again: it lists the service first.
`);
    expect(out).toContain(`
Not applied:
  prompt/Greeter                                create result unknown

Apply incomplete: 6 of 7 requests succeeded, 1 failed. Fix the failures marked ✗ and run the same command again to continue.
`);
    expect((await it.run(apply)).code).toBe(0);
    expect(await it.service.names("prompts")).toEqual(["Greeter", "Support triage"]);
  });

  it("if the lookup fails too, both failures are reported", async () => {
    await using it = await createProjectFixture();
    await it.run(["apply", "--auto-approve", "--target", "tool/*"]);
    let lost = false;
    const fetch: Fetch = (url, init) => {
      if (init.method === "GET" && lost) return broken();
      lost = init.method === "POST" && url.endsWith("/prompts");
      return lost ? failing() : it.service.fetch(url, init);
    };
    const { code, err, out } = await it.run(apply, { fetch });
    expect(code).toBe(1);
    expect(err).toContain(
      "Listing the service failed: https://prompts.example.com cannot be reached",
    );
    expect(out).toContain("1 failed, ");
    expect(out).toContain("not started"); // an unreachable service gets no further requests
  });
});

describe("updates while the service answers only 503", () => {
  const tool = (index: number, description: string): string =>
    `kind: tool\nname: t${index}\ndescription: ${description}\nparameters: { type: object }\n`;
  const tools = (description: string): string =>
    Array.from({ length: 12 }, (_item, index) => tool(index, description)).join("---\n");
  const args = [...apply, "--target", "tool/t*"];

  async function applyWith(available: string) {
    await using it = await createProjectFixture({ "prompts/many.yaml": tools("old") });
    await it.run(args);
    it.folder.write("prompts/many.yaml", tools("new"));
    const fetch: Fetch = async (url, init) => {
      const isDown = init.method === "PUT" && !String(init.body).includes(available);
      return isDown ? Response.json({}, { status: 503 }) : it.service.fetch(url, init);
    };
    return await it.run(args, { fetch });
  }

  it("end after five in a row; the results are unknown", async () => {
    const { code, out } = await applyWith("none");
    expect(code).toBe(1);
    expect(out.match(/ update result unknown$/gm)).toHaveLength(5);
    expect(out.match(/ not updated$/gm)).toHaveLength(7);
    expect(out).toContain(
      "0 of 12 requests succeeded, 5 failed, 7 not started. The service became unavailable.",
    );
  });

  it("a success in between counts: five more end it", async () => {
    const { out } = await applyWith('"t4"');
    expect(out).toContain("1 of 12 requests succeeded, 9 failed, 2 not started.");
  });
});

describe("fifteen creates that were not executed, with the response 500", () => {
  const tools = Array.from(
    { length: 15 },
    (_item, index) => `kind: tool\nname: t${index}\ndescription: d\nparameters: { type: object }\n`,
  );
  const files = { "prompts/many.yaml": tools.join("---\n") };

  it("share one wait, which is reported once for all", async () => {
    await using it = await createProjectFixture(files);
    const sent: string[] = [];
    const fetch: Fetch = (url, init) => {
      if (init.method !== "POST") return it.service.fetch(url, init);
      sent.push((JSON.parse(String(init.body)) as { name: string }).name);
      return failing();
    };
    const args = ["apply", "--auto-approve", "--target", "tool/t*"];
    const { code, err } = await it.run(args, { fetch });
    expect([code, sent.length, new Set(sent).size]).toEqual([1, 15, 15]);
    expect(err.match(/Create result unknown: 500/g)).toHaveLength(15);
    const waits = [
      ...err.matchAll(/ and 14 more {2}waiting: .* they were created in (\S+) (m?s)/g),
    ];
    const seconds = waits.map(([, text, unit]) => Number(text) / (unit === "ms" ? 1000 : 1));
    expect(Math.round(seconds.reduce((sum, each) => sum + each))).toBeLessThanOrEqual(61);
    expect(err.match(/waiting:/g)!.length).toBeLessThan(12);
    const lists = it.service.calls.filter((call) => call === "GET /sdk/v1/tools");
    expect(lists.length).toBeLessThan(20);
  });
});

describe("429 for every request above three at a time", () => {
  it("lowers the concurrency, so that no step runs out of retries", async () => {
    const tools = Array.from(
      { length: 40 },
      (_item, index) =>
        `kind: tool\nname: t${index}\ndescription: d\nparameters: { type: object }\n`,
    );
    await using it = await createProjectFixture({ "prompts/many.yaml": tools.join("---\n") });
    let active = 0;
    const highest: number[] = [];
    const fetch: Fetch = async (url, init) => {
      if (init.method !== "POST") return it.service.fetch(url, init);
      active++;
      highest.push(active);
      const isTooMany = active > 3;
      await new Promise((resolve) => setImmediate(resolve));
      active--;
      return isTooMany ? busy() : it.service.fetch(url, init);
    };
    const { code } = await it.run(["apply", "--auto-approve"], { fetch });
    expect(code).toBe(0);
    expect(Math.max(...highest)).toBe(10);
    expect(Math.max(...highest.slice(-20))).toBeLessThanOrEqual(3);
  });
});

describe("a request that is rejected with 429", () => {
  it("each pause is a line of --json", async () => {
    await using it = await createProjectFixture();
    const fetch = once(it, "POST", "tools", busy);
    const { out } = await it.run([...apply, "--json"], { fetch });
    const lines = out
      .trimEnd()
      .split("\n")
      .map((each) => JSON.parse(each) as { type: string });
    expect(lines.filter(({ type }) => type === "waiting")).toEqual([
      {
        type: "waiting",
        step: "create tool/lookup_order",
        address: "tool/lookup_order",
        verb: "create",
        next: "retry",
        attempt: 1,
        maxAttempts: 4,
        delayMs: 3000,
        reason: "429",
      },
    ]);
  });

  it("--retries 0: it fails immediately, and the steps that depend on it are skipped", async () => {
    await using it = await createProjectFixture();
    const fetch = once(it, "POST", "tools", busy);
    const { code, out } = await it.run([...apply, "--retries", "0"], { fetch });
    expect(code).toBe(1);
    expect(out).toContain(`Not applied:
  tool/lookup_order                             not created
  prompt/Support triage                         not created
`);
  });
});

it("a delete is retried after 500; a 404 for the retry is success", async () => {
  await using it = await createProjectFixture();
  await it.run(apply);
  it.folder.write("prompts/mail.yaml", "");
  commitAfter(project, it.folder.path);
  expect(await it.service.names("tools")).toEqual(["lookup_order", "send_mail"]);
  const fetch: Fetch = async (url, init) => {
    const answer = await it.service.fetch(url, init);
    return init.method === "DELETE" && answer.status === 200 ? failing() : answer;
  };
  const { code, err } = await it.run([...apply, "--prune"], { fetch });
  expect([code, await it.service.names("tools")]).toEqual([0, ["lookup_order"]]);
  expect(err).toContain("waiting: retry 1 of 4 in 250 ms (500)");
});
