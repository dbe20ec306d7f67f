// Applies to services that change values as they store them: never a second copy of a resource.
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { triage } from "../../cli/project.ts";
import { createProjectFixture, type ProjectFixture } from "../../cli/project-fixture.ts";

type Normalize = (text: string) => string;

/** The service, which changes the texts of the bodies that it receives, under these keys. */
function normalizing(fixture: ProjectFixture, keys: readonly string[], change: Normalize): Fetch {
  const changed = (_key: string, value: unknown): unknown =>
    keys.includes(_key) && typeof value === "string" ? change(value) : value;
  return (url, init) => {
    const body = typeof init.body === "string" ? init.body : undefined;
    const stored = body === undefined ? {} : { body: JSON.stringify(JSON.parse(body, changed)) };
    return fixture.service.fetch(url, { ...init, ...stored });
  };
}

const changes: readonly (readonly [string, Normalize])[] = [
  ["trims", (text) => text.trim()],
  ["cuts", (text) => text.slice(0, 12)],
];

const name = "Cafe\u0301 Triage desk ";
const prompt = `kind: prompt
name: ${JSON.stringify(name)}
parameters: { provider: OPENAI, name: gpt-test }
messages: [{ role: user, content: Hello }]
`;
const onlyPrompt = { "prompts/triage.yaml": "", "prompts/greeter.yaml": prompt };

describe.each(changes)("a service that %s", (_, change) => {
  it("gets one copy of a prompt, however often apply runs", async () => {
    await using fixture = await createProjectFixture(onlyPrompt);
    const fetch = normalizing(fixture, ["name"], change);
    const run = () => fixture.run(["apply", "--auto-approve"], { fetch });
    const first = await run();
    expect(first.code).toBe(1);
    expect(first.err).toContain("created with other values");
    expect(first.err).toMatch(/The service stored another name than was sent \(id \w+\):/);
    const second = await run();
    expect(second.code).toBe(4);
    expect(second.out).toContain("The service has no prompt named");
    await run();
    expect(await fixture.service.names("prompts")).toEqual([change(name)]);
  });

  it("makes an update fail as it does a create", async () => {
    await using fixture = await createProjectFixture(onlyPrompt);
    expect((await fixture.run(["apply", "--auto-approve"])).code).toBe(0);
    fixture.folder.write(
      "prompts/greeter.yaml",
      prompt.replace("Hello", '"Hello again and again "'),
    );
    const fetch = normalizing(fixture, ["text"], change);
    const { code, err } = await fixture.run(["apply", "--auto-approve"], { fetch });
    expect([code, err]).toEqual([1, expect.stringContaining("updated with other values")]);
    expect(err).toMatch(/The service stored other values than were sent \(id \w+\):/);
  });

  it("gets no copy of an evaluation, however often apply runs", async () => {
    const text = JSON.stringify(name);
    await using fixture = await createProjectFixture({
      "prompts/triage.yaml": "",
      "prompts/greeter.yaml": `kind: prompt
name: Greeter
parameters: { provider: OPENAI, name: gpt-test }
messages: [{ role: user, content: "{{x}}" }]
evaluations:
  - name: refund
    variables: { x: ${text} }
    appendedMessages: [{ role: user, content: ${text} }]
    assertions: [{ type: EXACT_MATCH, targetValue: a }]
`,
    });
    const fetch = normalizing(fixture, ["x", "text"], change);
    for (let run = 0; run < 3; run++) {
      const { code, err } = await fixture.run(["apply", "--auto-approve"], { fetch });
      expect(code).toBe(1);
      expect(err).toContain("was deleted again, because later runs would not recognise it");
    }
    expect(await fixture.service.count("evaluations")).toBe(0);
  });
});

it("shows both values, with code points where they look equal, and what to write", async () => {
  const text = prompt.replace(name, "Cafe\u0301");
  await using fixture = await createProjectFixture({ ...onlyPrompt, "prompts/greeter.yaml": text });
  const fetch = normalizing(fixture, ["name"], (value) => value.normalize("NFC"));
  const applied = await fixture.run(["apply", "--auto-approve"], { fetch });
  const lines = applied.err.split("\n");
  const start = lines.findIndex((line) => line.includes("✗"));
  expect(lines.slice(start, start + 6).map((line) => line.replace(/id \w+/, "id …"))).toEqual([
    "  ✗ prompt/Cafe\u0301  created with other values",
    "      The service stored another name than was sent (id …):",
    "        /name",
    '          sent:   "Cafe\u0301" ("e\u0301" is U+0065 U+0301)',
    '          stored: "Caf\u00e9" ("\u00e9" is U+00E9)',
    "      Write the stored values into the definition of prompt/Cafe\u0301 and run the same command again.",
  ]);
  expect(applied.out).toContain("created with other values");
});

it("an evaluation that is replaced keeps its old version if the service changes the new one", async () => {
  await using fixture = await createProjectFixture();
  await fixture.run(["apply", "--auto-approve"]);
  fixture.folder.write("prompts/triage.yaml", triage.replace("money back", "money back NOW"));
  const fetch = normalizing(fixture, ["text"], (text) => text.toLowerCase());
  for (let run = 0; run < 2; run++) {
    const { code, err } = await fixture.run(["apply", "--auto-approve"], { fetch });
    expect([code, err]).toEqual([1, expect.stringContaining("was deleted again")]);
    expect(await fixture.service.count("evaluations")).toBe(1);
    expect(await fixture.service.count("evaluation-assertions")).toBe(2);
  }
});

describe("the delete of a resource that was not stored as sent", () => {
  const path = "/sdk/v1/evaluations";

  /** The requests of an apply that replaces an evaluation, whose create has this response. */
  async function deletesAfter(
    reply: (stored: Record<string, unknown>, listed: string, other: string) => object,
  ): Promise<{ readonly deletes: string[]; readonly ids: string[]; readonly created: string }> {
    await using fixture = await createProjectFixture({}, { extensions: true });
    await fixture.run(["apply", "--auto-approve"]);
    fixture.folder.write("prompts/triage.yaml", triage.replace("money back", "money back NOW"));
    const url = `https://prompts.example.com${path}`;
    const headers = { "x-api-key": "good", "content-type": "application/json" };
    const [old] = (await (await fixture.service.fetch(url, { method: "GET", headers })).json()) as {
      id: string;
    }[];
    const deletes: string[] = [];
    let [other, created] = ["", ""];
    const fetch: Fetch = async (address, init) => {
      const { pathname } = new URL(address);
      if (init.method === "DELETE")
        deletes.push(`${pathname.split("/").at(-1)} ${new Headers(init.headers).has("if-match")}`);
      if (init.method !== "POST" || pathname !== path) return fixture.service.fetch(address, init);
      const body = JSON.parse(init.body as string) as object;
      const post = (weight: number): Promise<Response> =>
        fixture.service.fetch(url, { ...init, headers, body: JSON.stringify({ ...body, weight }) });
      other = ((await (await post(0.25)).json()) as { id: string }).id; // created after the list
      const response = await post(0.5);
      const stored = (await response.json()) as { id: string };
      created = stored.id;
      const text = JSON.stringify(reply(stored, old!.id, other));
      return new Response(text, { headers: response.headers });
    };
    const { code } = await fixture.run(["apply", "--auto-approve"], { fetch });
    expect(code).toBe(1);
    return { deletes, ids: [old!.id, other], created };
  }

  it("is conditional", async () => {
    const { deletes, created } = await deletesAfter((stored) => stored);
    expect(deletes).toEqual([`${created} true`]);
  });

  it.each<readonly [string, Parameters<typeof deletesAfter>[0]]>([
    ["the id was listed before", (stored, listed) => ({ ...stored, id: listed })],
    ["the id is that of another resource", (stored, _, other) => ({ ...stored, id: other })],
  ])("is not sent if %s", async (_name, reply) => {
    expect((await deletesAfter(reply)).deletes).toEqual([]);
  });
});
