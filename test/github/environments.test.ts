// The environments of a matrix share one comment with a section each, and have a drift issue, an
// apply comment and files each. Each environment has a service of its own.
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { serveEmbedded } from "../fixtures/served.ts";
import { dispatch, merged, mergeSha, pullRequest, push, queueEntry, schedule } from "./events.ts";
import { commitAfter, runTestGit } from "../io/repository.ts";
import { project } from "../cli/project.ts";
import { type ActionFixture, createFixture, key, type RunOptions } from "./fixture.ts";
import type { StepResult } from "./run-step.ts";
import { createGate } from "./gate.ts";

const configuration = (names: readonly string[], isPromoted = false): string =>
  `definitions: prompts\nenvironments:\n${names
    .map(
      (name) => `  ${name}: {${isPromoted && name === "production" ? " after: staging " : ""}}\n`,
    )
    .join("")}`;

interface Environments extends AsyncDisposable {
  readonly fixture: ActionFixture;
  /** The service of production; that of the others is the service of the fixture. */
  readonly production: { readonly baseUrl: string };
  run(command: string, env: string, more?: RunOptions & { event?: object }): Promise<StepResult>;
}

async function createEnvironments(
  names: readonly string[] = ["staging", "production"],
  isPromoted = false,
): Promise<Environments> {
  const files = { ...project, "promptctl.yaml": configuration(names, isPromoted) };
  const fixture = await createFixture(files);
  fixture.base = files;
  const production = await serveEmbedded();
  const pause = createSharedPause();
  const events = { plan: pullRequest(), apply: push, drift: schedule, test: pullRequest() };
  return {
    fixture,
    production,
    run: (command, env, { event, ...more } = {}) => {
      const isProduction = env === "production";
      const suffix = env.toUpperCase().replaceAll("-", "_");
      const job = fixture.run(command, (event ?? events[command as "plan"]) as typeof push, {
        ...more,
        with: { "base-url": "", env, ...more.with },
        env: {
          PROMPTCTL_API_KEY: "",
          [`PROMPTCTL_BASE_URL_${suffix}`]: isProduction ? production.baseUrl : fixture.service.url,
          [`PROMPTCTL_API_KEY_${suffix}`]: isProduction ? "good" : key,
          ...more.env,
        },
        step: { sleep: pause.sleep, ...more.step },
      });
      return pause.during(job);
    },
    [Symbol.asyncDispose]: async () => {
      await production[Symbol.asyncDispose]();
      await fixture[Symbol.asyncDispose]();
    },
  };
}

/** Pauses end when all jobs that run are in one: the others have read and updated the comment. */
function createSharedPause(): {
  sleep(this: void): Promise<void>;
  during<Result>(job: Promise<Result>): Promise<Result>;
} {
  let running = 0;
  const paused: (() => void)[] = [];
  const endIfAllPause = (): void => {
    if (paused.length === running) for (const end of paused.splice(0)) end();
  };
  return {
    sleep: () =>
      new Promise((end) => {
        paused.push(end);
        endIfAllPause();
      }),
    during: (job) => {
      running++;
      return job.finally(() => {
        running--;
        endIfAllPause();
      });
    },
  };
}

const headings = (body: string): string[] => body.match(/^### .*$/gm) ?? [];
const bodyOf = ({ fixture: { github } }: Environments): string => {
  expect(github.comments).toHaveLength(1);
  return github.comments[0]!.body;
};
const both = ["### promptctl plan · `production`", "### promptctl plan · `staging`"];

describe("the comment", () => {
  it("has a section for each environment, also if the jobs run at once and again", async () => {
    await using setup = await createEnvironments();
    for (let round = 0; round < 2; round++) {
      const runs = ["staging", "production"].map((env) => setup.run("plan", env));
      expect((await Promise.all(runs)).map(({ code }) => code)).toEqual([0, 0]);
      expect(headings(bodyOf(setup))).toEqual(both);
    }
    const { commands } = await setup.run("plan", "staging");
    expect(commands.filter(({ name }) => name === "warning")).toEqual([]);
    const own = setup.fixture.github.comments[0]!.body.split(/^(?=<!--)/m);
    expect(own.map((each) => /http:\/\/[\w.:]+/.exec(each)![0])).toEqual([
      setup.production.baseUrl,
      setup.fixture.service.url,
    ]);
  });

  it("keeps the sections of six jobs that read the comment before any of them writes", async () => {
    const names = ["a", "b", "c", "d", "e", "f"];
    await using setup = await createEnvironments(names);
    await setup.run("plan", "a");
    const { github } = setup.fixture;
    const all = createGate();
    let waiting = 0;
    github.before = async ({ method, path }) => {
      if (method !== "PATCH" || !path.includes("/issues/comments/")) return;
      if (++waiting === names.length) all.open();
      await all.opened;
    };
    await Promise.all(names.map((env) => setup.run("plan", env)));
    expect(headings(bodyOf(setup))).toEqual(names.map((env) => `### promptctl plan · \`${env}\``));
  });

  it("shows an environment without changes, one that fails, and plan and tests beside", async () => {
    await using setup = await createEnvironments();
    await setup.run("plan", "production");
    setup.fixture.github.pulls.set(mergeSha, []);
    expect((await setup.run("apply", "staging")).code).toBe(0);
    expect((await setup.run("plan", "staging")).code).toBe(0);
    expect(bodyOf(setup)).toMatch(
      /plan · `production`[^]*7 to create[^]*plan · `staging`[^]*No changes/,
    );
    const wrongKey = { env: { PROMPTCTL_API_KEY_STAGING: "key-of-another-service" } };
    expect((await setup.run("plan", "staging", wrongKey)).code).toBe(1);
    expect(bodyOf(setup)).toMatch(
      /plan · `production`[^]*7 to create[^]*plan · `staging`[^]*No plan/,
    );
    await setup.run("test", "staging", { with: { on: "echo" } });
    expect(headings(bodyOf(setup))).toEqual([...both, "### promptctl test · `staging`"]);
  });

  it("is not created by environments without changes, and stays as it is on a closed pull request", async () => {
    await using setup = await createEnvironments();
    await setup.run("apply", "staging");
    await setup.run("plan", "staging");
    expect(setup.fixture.github.comments).toEqual([]);
    await setup.run("plan", "production");
    const before = bodyOf(setup);
    setup.fixture.github.pullRequest.state = "closed";
    await setup.run("plan", "staging");
    expect(bodyOf(setup)).toBe(before);
  });

  it("is created by the first environment without changes if the pull request changes files of the project", async () => {
    await using setup = await createEnvironments();
    const { github } = setup.fixture;
    await setup.run("apply", "staging");
    setup.fixture.base = { ...setup.fixture.base, "README.md": "" };
    await setup.run("plan", "staging");
    expect(github.comments).toEqual([]);
    setup.fixture.base = {};
    await setup.run("plan", "staging");
    await setup.run("plan", "production");
    expect(headings(bodyOf(setup))).toEqual(both);
  });

  it("loses the section of an environment that is no longer in the matrix of the workflow", async () => {
    await using setup = await createEnvironments();
    const planIn = (run: string, workflow: string, env: string): Promise<StepResult> =>
      setup.run("plan", env, { env: { GITHUB_RUN_ID: run, GITHUB_WORKFLOW: workflow } });
    await planIn("9", "plan: all", "staging");
    await planIn("9", "plan: all", "production");
    await planIn("10", "plan: all", "production");
    expect(headings(bodyOf(setup))).toEqual(both); // the job of staging may still run
    await planIn("11", "plan: all", "production");
    expect(headings(bodyOf(setup))).toEqual(both.slice(0, 1));
    await planIn("12", "other", "staging");
    for (const run of ["13", "14"]) await planIn(run, "plan: all", "production");
    expect(headings(bodyOf(setup))).toEqual(both); // another workflow writes that of staging
  });

  it("is another one for another label, another directory, and without an environment", async () => {
    await using setup = await createEnvironments();
    await setup.run("plan", "staging");
    await setup.run("plan", "staging", { with: { label: "shop" } });
    setup.fixture.folder.write("checkout/promptctl.yaml", "definitions: prompts\n");
    setup.fixture.folder.write("checkout/shop/promptctl.yaml", configuration(["staging"]));
    setup.fixture.folder.write(
      "checkout/shop/prompts/t.yaml",
      "kind: tool\nname: t\nparameters: {}\n",
    );
    await setup.run("plan", "staging", { with: { directory: "shop" } });
    await setup.fixture.run("plan", pullRequest());
    expect(setup.fixture.github.comments.map(({ body }) => headings(body))).toEqual([
      ["### promptctl plan · `staging`"],
      ["### promptctl plan · `staging` · `shop`"],
      ["### promptctl plan · `staging` · `shop`"],
      ["### promptctl plan"],
    ]);
  });

  it("has room for the sections of many environments with long plans", async () => {
    const names = Array.from({ length: 6 }, (_, index) => `env-${index}`);
    await using setup = await createEnvironments(names);
    const tools = Array.from(
      { length: 300 },
      (_, index) =>
        `kind: tool\nname: tool_${index}\ndescription: ${"long ".repeat(40)}\nparameters: { type: object }\n`,
    );
    setup.fixture.folder.write("checkout/prompts/tools.yaml", tools.join("---\n"));
    for (const env of names) expect((await setup.run("plan", env)).code).toBe(0);
    const body = bodyOf(setup);
    expect(headings(body)).toHaveLength(6);
    expect(body.length).toBeLessThan(65_536);
    expect(body.match(/\*\*Plan: 307 to create\.\*\*/g)).toHaveLength(6);
  });

  it.each([
    "prod --> <b>x</b>",
    "staging\n<!-- promptctl:v1 about=plan env=production label= -->\n### promptctl plan",
    "local",
    "*",
    "x".repeat(300),
  ])("has no section for %j, which is no environment", async (env) => {
    await using setup = await createEnvironments();
    await setup.run("plan", "staging");
    const before = bodyOf(setup);
    const given = { with: { env, "base-url": setup.fixture.service.url } };
    for (const command of ["plan", "test"]) {
      expect((await setup.run(command, "staging", given)).code).toBe(64);
    }
    expect(bodyOf(setup)).toBe(before);
  });
});

describe("apply", () => {
  it("finds the reviewed plan of its environment only, and has a comment for each", async () => {
    await using setup = await createEnvironments();
    for (const env of ["production", "staging"]) await setup.run("plan", env);
    setup.fixture.github.pulls.set(mergeSha, [merged]);
    for (const [index, env] of ["staging", "production"].entries()) {
      const { code, summary } = await setup.run("apply", env, {
        with: { "reviewed-plan": "require" },
        env: { GITHUB_RUN_ID: String(index) }, // an apply of staging uses up no plan of production
      });
      expect([code, summary]).toEqual([0, expect.stringContaining("The plan matches")]);
    }
    expect(setup.fixture.github.comments.map(({ body }) => headings(body))).toEqual([
      both,
      ["### promptctl apply · `staging`"],
      ["### promptctl apply · `production`"],
    ]);
  });

  it("does not trust a plan of another environment", async () => {
    await using setup = await createEnvironments();
    await setup.run("plan", "staging");
    setup.fixture.github.pulls.set(mergeSha, [merged]);
    const { code } = await setup.run("apply", "production", {
      with: { "reviewed-plan": "require" },
    });
    expect(code).toBe(4);
  });
});

it("drift has an issue for each environment, whose title names it", async () => {
  await using setup = await createEnvironments();
  for (const env of ["staging", "production", "staging"]) await setup.run("drift", env);
  const titles = (): string[] =>
    setup.fixture.github.issues.map(({ title, state }) => `${title}, ${state}`);
  const title = "promptctl: the service differs from the definitions";
  expect(titles()).toEqual([`${title} (staging), open`, `${title} (production), open`]);
  await setup.run("apply", "staging", { event: dispatch });
  await setup.run("drift", "staging");
  expect(titles()).toEqual([`${title} (staging), closed`, `${title} (production), open`]);
});

it("the folder with the files of a step has the name of the environment", async () => {
  await using setup = await createEnvironments();
  const { outputs } = await setup.run("plan", "staging");
  expect(basename(outputs["report-folder"]!)).toMatch(/^promptctl-staging-[\w-]+$/);
});

it("without base-url, the variable of the environment names the service", async () => {
  await using setup = await createEnvironments();
  const { code, log } = await setup.run("plan", "staging", {
    env: { PROMPTCTL_BASE_URL_STAGING: "", PROMPTCTL_BASE_URL: setup.fixture.service.url },
  });
  expect([code, log]).toEqual([64, expect.stringContaining("The environment staging has no base")]);
  expect(log).toContain(
    "Set PROMPTCTL_BASE_URL_STAGING, use --base-url with --env staging, or write",
  );
  expect(setup.fixture.service.calls).toEqual([]);
});

describe("an environment after another one", () => {
  const read = ({ fixture }: Environments): RunOptions => ({
    env: { PROMPTCTL_BASE_URL_STAGING: fixture.service.url, PROMPTCTL_API_KEY_STAGING: key },
  });

  it("names what waits on a pull request, whose review permits it, and applies it after staging", async () => {
    await using setup = await createEnvironments(undefined, true);
    const { github } = setup.fixture;
    const planned = await setup.run("plan", "production", read(setup));
    expect([planned.code, planned.outputs]).toMatchObject([
      0,
      { "has-changes": "true", refused: "false" },
    ]);
    const notices = planned.commands.filter(({ name }) => name === "notice");
    expect(notices.map(({ data }) => data)).toContain(
      "Held back: 7 changes, until staging holds what the files have.",
    );
    expect(bodyOf(setup)).toContain("**Held back:** 7 changes wait for staging.");
    expect(bodyOf(setup)).toContain("create tool/lookup_order: staging does not have it");
    github.pulls.set(mergeSha, [merged]);
    const early = await setup.run("apply", "production", read(setup));
    expect([early.code, early.outputs["refused"]]).toEqual([4, "true"]);
    expect((await setup.run("apply", "staging")).code).toBe(0);
    const strict = { ...read(setup), with: { "reviewed-plan": "require" } };
    const later = await setup.run("apply", "production", strict);
    expect([later.code, later.outputs["has-changes"]]).toEqual([0, "false"]);
  });

  it("waits in a merge queue without failing its entry", async () => {
    await using setup = await createEnvironments(undefined, true);
    const { base, folder, github } = setup.fixture;
    commitAfter(base, folder.at("checkout"));
    const [sha = "", before = ""] = runTestGit(
      ["rev-parse", "HEAD", "HEAD^"],
      folder.at("checkout"),
    ).split("\n");
    const event = queueEntry(sha, before);
    const planned = await setup.run("plan", "production", { ...read(setup), event });
    expect([planned.code, planned.outputs["refused"], github.calls]).toEqual([0, "false", []]);
    expect(planned.summary).toContain("**Held back:** 7 changes wait for staging.");
  });

  it("is refused without the key of the other one, unless allow-unpromoted is set", async () => {
    await using setup = await createEnvironments(undefined, true);
    const without = { env: { PROMPTCTL_BASE_URL_STAGING: "https://staging.invalid" } };
    const refused = await setup.run("plan", "production", without);
    expect([refused.code, refused.outputs["refused"]]).toEqual([4, "true"]);
    expect(bodyOf(setup)).toContain("Set the environment variable PROMPTCTL_API_KEY_STAGING.");
    const allowed = await setup.run("plan", "production", {
      ...without,
      with: { "allow-unpromoted": "true" },
    });
    expect([allowed.code, allowed.outputs["alerts"]]).toEqual([
      0,
      expect.stringContaining("unpromoted"),
    ]);
    expect(bodyOf(setup)).toMatch(/makes \d+ changes that staging is not known to hold/);
    expect(bodyOf(setup)).toContain(
      "**Not promoted:** --allow-unpromoted includes what staging does not hold.",
    );
  });
});
