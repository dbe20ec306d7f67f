// The origin that apply sends with each write.
import { expect, it } from "vitest";
import { parseOriginHeader } from "../../../src/engine/history/origin-header.ts";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { createFakeService } from "../fake-host.ts";
import { createRepositoryFixture } from "../repository-fixture.ts";

const prompt = (text: string): string => `kind: prompt
name: Support
parameters: { provider: OPENAI, name: gpt-test }
messages: [{ role: system, content: ${text} }]
evaluations:
  - name: e
    assertions: [{ type: COST, targetThreshold: 1 }]
`;

const files = {
  "app/promptctl.yaml": "definitions: prompts\n",
  "app/prompts/p ö.yaml": prompt("one"),
};

/** A project in the folder `app` of a repository, and the origins that runs send. */
async function fixture({ extensions = true } = {}) {
  const { repository, run } = await createRepositoryFixture(files);
  const service = await createFakeService({ extensions });
  const headers: (string | null)[] = [];
  const fetch: Fetch = (url, init) => {
    const header = new Headers(init.headers).get("x-promptctl-origin");
    if (init.method !== "GET" || header !== null) headers.push(header);
    return service.fetch(url, init);
  };
  const apply = async (args: readonly string[] = [], env: Record<string, string> = {}) => {
    headers.length = 0;
    const result = await run(["apply", "app", "--yes", ...args], {
      fetch,
      ...(Object.keys(env).length > 0 && { env: { ...process.env, ...baseEnv, ...env } }),
    });
    expect([result.code, result.err.includes("rror")]).toEqual([0, false]);
    return headers.map((header) => header && parseOriginHeader(header));
  };
  return { repository, apply, head: () => repository.git(["rev-parse", "HEAD"]) };
}

const baseEnv = {
  PROMPTCTL_BASE_URL: "https://prompts.example.com",
  PROMPTCTL_API_KEY: "good",
};

const path = "app/prompts/p ö.yaml";

it("is the commit and the file, from the root of the repository, with each kind", async () => {
  const { repository, apply, head } = await fixture();
  await using _ = repository;
  const origin = { commit: head(), dirty: false, path };
  expect(await apply()).toEqual([origin, origin, origin]); // prompt, evaluation, assertion
});

it("is marked as dirty if a file of the project is not committed", async () => {
  const { repository, apply, head } = await fixture();
  await using _ = repository;
  repository.write("app/prompts/p ö.yaml", prompt("two"));
  expect(await apply()).toMatchObject([{ commit: head(), dirty: true }, {}, {}]);
});

it("is the commit of --ref, also if the files differ", async () => {
  const { repository, apply, head } = await fixture();
  await using _ = repository;
  const first = head();
  repository.commit({ "app/prompts/p ö.yaml": prompt("two") });
  repository.write("app/prompts/p ö.yaml", prompt("three"));
  expect(await apply(["--ref", first])).toMatchObject([
    { commit: first, dirty: false, path },
    {},
    {},
  ]);
});

it("is not sent to a service that does not announce it", async () => {
  const { repository, apply } = await fixture({ extensions: false });
  await using _ = repository;
  expect(await apply()).toEqual([null, null, null]);
});

it("is not sent without a commit", async () => {
  const { repository, apply } = await fixture();
  await using _ = repository;
  repository.git(["update-ref", "-d", "HEAD"]);
  expect(await apply()).toEqual([null, null, null]);
});

it.each([
  [
    "GitHub Actions",
    {
      GITHUB_ACTIONS: "true",
      GITHUB_SERVER_URL: "https://user:secret@github.example.com",
      GITHUB_REPOSITORY: "o/r",
      GITHUB_REF: "refs/pull/12/merge",
      GITHUB_RUN_ID: "34",
      GITHUB_ACTOR: "someone",
    },
    {
      repository: "https://github.example.com/o/r",
      ref: "refs/pull/12/merge",
      pullRequest: 12,
      run: "https://github.example.com/o/r/actions/runs/34",
    },
  ],
  [
    "GitLab CI",
    {
      GITLAB_CI: "true",
      CI_PROJECT_URL: "https://gitlab.example.com/g/p",
      CI_COMMIT_REF_NAME: "main",
      CI_MERGE_REQUEST_IID: "8",
      CI_JOB_URL: "https://gitlab.example.com/g/p/-/jobs/5?token=secret#a",
      CI_COMMIT_AUTHOR: "someone",
    },
    {
      repository: "https://gitlab.example.com/g/p",
      ref: "main",
      pullRequest: 8,
      run: "https://gitlab.example.com/g/p/-/jobs/5",
    },
  ],
  ["another CI system", { CI: "true", BUILD_URL: "https://ci.example.com/1" }, {}],
])("names repository, ref and run of a job of %s", async (_name, env, expected) => {
  const { repository, apply, head } = await fixture();
  await using _ = repository;
  const [first] = await apply([], env);
  expect(first).toEqual({ commit: head(), dirty: false, path, ...expected });
});
