// promptctl log with a service that reports the origin of writes.
import { expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { createFakeService, serviceUrl } from "../fake-host.ts";
import { printedValue } from "../printed.ts";
import { createRepositoryFixture } from "../repository-fixture.ts";

const files = {
  "promptctl.yaml": "definitions: prompts\n",
  "prompts/p.yaml": `kind: prompt
name: Support
parameters: { provider: OPENAI, name: gpt-test }
messages: [{ role: system, content: one }]
`,
};

/** The project, applied to a service with the extension; `changed` changes its response of versions. */
async function logged(changed: (version: object) => object, extensions = true) {
  const { repository, run } = await createRepositoryFixture(files);
  await using _ = repository;
  const service = await createFakeService({ extensions });
  const fetch: Fetch = async (url, init) => {
    const response = await service.fetch(url, init);
    if (!url.endsWith("/versions")) return response;
    const [newest] = (await response.json()) as object[];
    return Response.json([changed(newest!)], { headers: response.headers });
  };
  expect((await run(["apply", "--yes"], { fetch })).code).toBe(0);
  const log = ["log", "prompt/Support", "--base-url", serviceUrl];
  const text = await run(log, { fetch });
  const json = await run([...log, "--format", "json"], { fetch });
  const { code } = text;
  const { services } = printedValue("log", json.out) as { services: { reported?: unknown }[] };
  const head = repository.git(["rev-parse", "HEAD"]);
  return { code, out: text.out, reported: services[0]!.reported, head, service };
}

it("says commit, file, key and verified run as the service reports them", async () => {
  const verifiedRun = { repository: "octo/shop", commit: "ab".repeat(20), runId: "9" };
  const { out, reported, head } = await logged((version) => ({
    ...version,
    keyName: "ci",
    verifiedRun,
  }));
  expect(out).toContain(
    `prompts.example.com: version 1 was sent from ${head.slice(0, 7)} prompts/p.yaml, as reported with the key ci, by a run of octo/shop at abababa (verified).`,
  );
  expect(reported).toEqual({
    number: 1,
    keyName: "ci",
    origin: { commit: head, dirty: false, path: "prompts/p.yaml" },
    verifiedRun,
  });
});

it("the mark at the version is that of the content, whatever commit the service reports", async () => {
  const origin = { commit: "ab".repeat(20), dirty: false };
  const { out, head } = await logged((version) => ({ ...version, origin }));
  expect(out).toContain(`${head.slice(0, 7)}  2026-01-01  Test  change  ← prompts.example.com`);
  expect(out).toContain("version 1 was sent from abababa, as reported.");
});

it("escapes hostile values", async () => {
  const { out } = await logged((version) => ({
    ...version,
    keyName: "k\u001b[2J\u202e",
    origin: { commit: "ab".repeat(20), dirty: true, path: "a\u001b]0;x\u0007\nb" },
  }));
  // oxlint-disable-next-line no-control-regex
  expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/);
  expect(out).toContain("with uncommitted changes");
});

it.each<[string, (version: object) => object]>([
  ["an origin that is not valid", (version) => ({ ...version, origin: { commit: "main" } })],
  ["no origin and no key", (version) => ({ ...version, origin: null })],
])("says nothing about %s", async (_name, change) => {
  const { code, out } = await logged(change);
  expect([code, out.includes("reported")]).toEqual([0, false]);
});

it("does not ask a service without the extension", async () => {
  const { out, reported, service } = await logged((version) => version, false);
  expect(out).not.toContain("reported");
  expect(reported).toBeUndefined();
  expect(service.calls.filter((each) => each.endsWith("/versions"))).toEqual([]);
});
