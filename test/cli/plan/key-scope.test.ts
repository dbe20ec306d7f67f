// apply with a key that may not write: the service says so in a header of its responses.
import { expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { createRepositoryFixture } from "../repository-fixture.ts";

const files = {
  "promptctl.yaml": "definitions: prompts\n",
  "prompts/t.yaml": "kind: tool\nname: look\ndescription: d\nparameters: {}\n",
};

async function fixture(scope: string | undefined) {
  const { repository, service, run } = await createRepositoryFixture(files);
  const fetch: Fetch = async (url, init) => {
    const response = await service.fetch(url, init);
    if (scope !== undefined) response.headers.set("promptctl-key-scope", scope);
    return response;
  };
  return {
    repository,
    service,
    run: (args: readonly string[]) => run(args, { fetch, answer: true }),
  };
}

it.each(["read", "run"])(
  "a key with the scope %s is refused before the question",
  async (scope) => {
    const { repository, service, run } = await fixture(scope);
    await using _ = repository;
    const { code, err, questions } = await run(["apply"]);
    expect([code, questions, service.writes()]).toEqual([4, [], []]);
    expect(err).toContain(
      `The API key has the scope ${scope} and cannot change the service. Nothing was applied.`,
    );
    expect((await run(["plan"])).err).not.toContain("scope");
  },
);

it("a saved plan is refused too", async () => {
  const { repository, service, run } = await fixture("read");
  await using _ = repository;
  await run(["plan", "--out", "p.json"]);
  expect((await run(["apply", "p.json"])).code).toBe(4);
  expect(service.writes()).toEqual([]);
});

it.each([undefined, "write", "other"])("a key with the scope %s applies", async (scope) => {
  const { repository, service, run } = await fixture(scope);
  await using _ = repository;
  expect((await run(["apply"])).code).toBe(0);
  expect(service.writes()).toHaveLength(1);
});
