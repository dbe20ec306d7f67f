// plan and apply show the warnings about what they change, and no secrets; pull writes no secrets.
import { describe, expect, it } from "vitest";
import type { DiagnosticDocument, Plan } from "../../../src/generated/types.ts";
import { serviceUrl } from "../fake-host.ts";
import { greeter, lookup, triage } from "../project.ts";
import { createProjectFixture } from "../project-fixture.ts";

/** A prompt whose setting OpenAI ignores, on line 4. */
const withTopK = greeter.replace("gpt-test", "gpt-test, topK: 3");
const unused = triage.replace("variables: {}", "variables: { company: Acme }");
const places =
  "prompts/greeter.yaml:4:55 ignored-setting, prompts/triage.yaml:10:18 unused-variable";
const line = `  ! 2 warnings in what changes: ${places}; promptctl validate shows them\n`;

describe("a plan names the warnings about what it changes", () => {
  const files = { "prompts/greeter.yaml": withTopK, "prompts/triage.yaml": unused };

  it("in text, at the top", async () => {
    await using fixture = await createProjectFixture(files);
    const { out } = await fixture.run(["plan"]);
    expect(out.split("\n\n")[1]).toBe(line.trimEnd());
  });

  it("before the question of apply", async () => {
    await using fixture = await createProjectFixture(files);
    const { host, shown } = { host: [] as string[], shown: { out: "" } };
    const { code, questions } = await fixture.run(["apply"], {
      answer: async () => (host.push(shown.out), false),
      process: { out: (text) => void (shown.out += text) },
    });
    expect([code, questions.length]).toEqual([4, 1]);
    expect(host).toEqual([expect.stringContaining(line)]);
  });

  it("in Markdown", async () => {
    await using fixture = await createProjectFixture(files);
    const [first, second] = places.split(", ");
    expect((await fixture.run(["plan", "--format", "markdown"])).out).toContain(
      `- ⚠️ 2 warnings in what changes: \`${first}\`, \`${second}\`; promptctl validate shows them\n`,
    );
  });

  it("in JSON, with messages; and in a saved plan, whose digest does not depend on them", async () => {
    await using fixture = await createProjectFixture(files);
    const { warnings } = JSON.parse((await fixture.run(["plan", "--json"])).out) as Plan;
    expect(warnings).toMatchObject([
      { severity: "warning", code: "ignored-setting", location: { file: "prompts/greeter.yaml" } },
      {
        code: "unused-variable",
        message: 'The messages of "Support triage" do not use {{company}}.',
        location: { file: "prompts/triage.yaml", line: 10 },
      },
    ] satisfies readonly (Partial<Omit<DiagnosticDocument, "location">> & { location: object })[]);
    const digestOf = async (): Promise<unknown> => {
      await fixture.run(["plan", "--out", "plan.json"]);
      return (JSON.parse(fixture.folder.read("plan.json")) as Plan).digest;
    };
    const before = await digestOf();
    expect((await fixture.run(["apply", "plan.json"])).out).toContain(line);
    await using silenced = await createProjectFixture({
      ...files,
      "prompts/greeter.yaml": `# promptctl-ignore: ignored-setting\n${withTopK}`,
    });
    await silenced.run(["plan", "--out", "plan.json"]);
    const saved = JSON.parse(silenced.folder.read("plan.json")) as Plan;
    expect(saved.warnings).toHaveLength(1);
    expect(saved.digest).toBe(before);
  });

  it("and not about other definitions", async () => {
    await using fixture = await createProjectFixture(files);
    await fixture.run(["apply", "--yes"]);
    expect((await fixture.run(["plan"])).out).not.toContain("warning");
    fixture.folder.write("prompts/greeter.yaml", withTopK.replace("Hello", "Hi"));
    expect((await fixture.run(["plan"])).out).toContain(
      "\n  ! 1 warning in what changes: prompts/greeter.yaml:4:55 ignored-setting;",
    );
  });

  it("also about a changed evaluation that lacks a variable of its unchanged prompt", async () => {
    await using fixture = await createProjectFixture({
      "prompts/triage.md": "You triage the tickets of {{company}}.\n",
      "prompts/triage.yaml": unused,
    });
    await fixture.run(["apply", "--yes"]);
    fixture.folder.write("prompts/triage.yaml", unused.replace("company:", "compny:"));
    expect((await fixture.run(["plan"])).out).toContain(
      "\n  ! 2 warnings in what changes: prompts/triage.yaml:10:16 missing-variable, prompts/triage.yaml:10:18 unused-variable;",
    );
  });

  it("also counts those that validate does not show", async () => {
    const message = '  - { role: user, content: "Hi\\u200b!" }\n';
    const prompt = `kind: prompt
name: Many
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-6 }
messages:
${message.repeat(30)}`;
    await using fixture = await createProjectFixture({ "prompts/many.yaml": prompt });
    expect((await fixture.run(["plan", "--target", "prompt/Many"])).out).toMatch(
      /! 30 warnings in what changes: (\S+ \S+, ){4}\S+ \S+ and 25 more;/,
    );
  });

  it("of the environment, at its value; and of changed definitions with tricky JSONPaths", async () => {
    await using fixture = await createProjectFixture({
      "promptctl.yaml": `definitions: prompts
environments:
  staging: { baseUrl: "${serviceUrl}", set: { prompt/Greeter: { parameters.topK: 3 } } }
`,
      "prompts/triage.yaml": triage.replace(
        "{ type: LATENCY, targetThreshold: 2000 }",
        '{ type: EXACT_MATCH, targetValue: x, jsonPath: "$[" }',
      ),
    });
    const env = { PROMPTCTL_BASE_URL_STAGING: serviceUrl, PROMPTCTL_API_KEY_STAGING: "good" };
    const { out } = await fixture.run(["plan", "--env", "staging"], { env });
    expect(out).toContain(
      "2 warnings in what changes: promptctl.yaml:3:96 ignored-setting, prompts/triage.yaml:14:56 invalid-json-path;",
    );
  });
});

const key = `AKIA${"IOSFODNN7EXAMPLE"}`;
const secret = lookup.replace("by its", `${key} by its`);
const ignored = `# promptctl-ignore: secret\n${secret}`;

describe("a text that looks like a secret", () => {
  it.each([
    ["plan"],
    ["apply"],
    ["test --on echo --base none"],
    ["render Greeter --from files"],
    ["render Greeter --from files --as openai"],
    ["codegen --out prompts.json"],
  ])("stops %s before a request", async (command) => {
    await using fixture = await createProjectFixture({ "prompts/lookup.yaml": secret });
    const { code, out, err } = await fixture.run(command.split(" "));
    expect(code).toBe(3);
    expect(err).toContain("prompts/lookup.yaml:3:31  error  secret\n");
    expect(err).toContain("add a comment to prompts/lookup.yaml: # promptctl-ignore: secret\n");
    expect(out + err).not.toContain(key);
    expect(fixture.service.calls).toEqual([]);
  });

  it("is masked in the plan if a comment permits it, and applied as it is", async () => {
    await using fixture = await createProjectFixture({ "prompts/lookup.yaml": ignored });
    const stars = "*".repeat(key.length);
    for (const format of ["text", "markdown", "json"]) {
      const { code, out, err } = await fixture.run(["plan", "--full", "--format", format]);
      expect(code).toBe(0);
      expect(out + err).not.toContain(key);
      expect(out).toContain(stars);
    }
    const applied = await fixture.run(["apply", "--yes", "--json"]);
    expect([applied.code, applied.out.includes(key)]).toEqual([0, false]);
    expect((await fixture.run(["plan"])).out).toContain("No changes.");
    fixture.folder.write("prompts/lookup.yaml", lookup);
    const { out } = await fixture.run(["plan"]);
    expect(out).not.toContain(key);
    expect(out).toContain(stars);
  });

  it("is not pulled, unless --allow-secrets or a comment permits it", async () => {
    await using fixture = await createProjectFixture({ "prompts/lookup.yaml": ignored });
    await fixture.run(["apply", "--yes"]);
    fixture.folder.write("prompts/lookup.yaml", lookup);
    const refused = await fixture.run(["pull", "--yes"]);
    expect([refused.code, refused.err]).toEqual([
      4,
      "Refused: The service has what looks like 1 secret, for prompts/lookup.yaml. Nothing was written.\n  Remove it on the service and revoke it with its issuer. If it is no secret: promptctl pull --allow-secrets\n",
    ]);
    expect(refused.out).not.toContain(key);
    expect(fixture.folder.read("prompts/lookup.yaml")).toBe(lookup);

    const written = await fixture.run(["pull", "--yes", "--allow-secrets"]);
    expect(written.code).toBe(0);
    expect(written.out).not.toContain(key);
    expect(written.out).toContain("prompts/lookup.yaml: # promptctl-ignore: secret");
    expect(fixture.folder.read("prompts/lookup.yaml")).toBe(secret);

    fixture.folder.write("prompts/lookup.yaml", `# promptctl-ignore: secret\n${lookup}`);
    expect((await fixture.run(["pull", "--yes"])).code).toBe(0);
    expect(fixture.folder.read("prompts/lookup.yaml")).toBe(ignored);
  });
});
