import { defineConfig } from "vitest/config";

/** Tests of releases, with three versions of npm: `npm run test:release`, each night, and before a release. */
const releaseTests = ["test/deploy/image.test.ts", "test/scripts/release/**/*.test.ts"];

/** Tests that need other programs or take long: `npm run test:long`, and CI. */
const longTests = [
  "test/cli/plan/{log-services,pull-branch}.test.ts",
  "test/deploy/{backup,rolling-restart}.test.ts",
  "test/engine/format/{split-documents,suite}.test.ts",
  "test/engine/parse/plain-yaml.test.ts",
  "test/github/{built-*,check-review,checkout,failures,hostile,drift-pull-request,environments,large-plans,newest-commit,superseded-merges,tests}.test.ts",
  "test/laws/{faults,hostile}/**/*.test.ts",
  "test/laws/property/{promotion,pull-branch,reviewed-plan}.test.ts",
  "test/scenarios/browser/**/*.test.ts",
  "test/scenarios/{codegen,editors/editors}.test.ts",
  "test/scenarios/gitlab/**/*.test.ts",
  "test/scenarios/pre-commit/**/*.test.ts",
  "test/scenarios/{application-processes,local-state,output,promotion,serve,serve-keys,serve-limits,serve-log,serve-store,start,test-verdicts}.test.ts",
  "test/scenarios/workflows/other-ci.test.ts",
  "test/scripts/bench.test.ts",
  "test/service/page/hostile-texts.test.ts",
  "test/service/postgres/server/**/*.test.ts",
  "test/views/code/client-code.test.ts",
];

/** Tests that intercept HTTP with nock, which patches the modules of its process. */
const nockTests = ["test/io/**/*.test.ts"];

/** Tests of the service that also run with PostgreSQL: what they open is `fixtures/test-store.ts`. */
const storeTests = [
  "test/scenarios/contract/implementations.test.ts",
  "test/laws/property/{apply-end-state,unmanaged}.test.ts",
  "test/laws/faults/kill.test.ts",
  "test/service/http/list-etag.test.ts",
  "test/service/store/store-durability.test.ts",
];

/** More runs each night than in CI: see test/fixtures/property-settings.ts and test/laws/faults/repeated-runs.ts. */
const isNightly = process.env["PROMPTCTL_LONG_TESTS"] === "all";
const { PROMPTCTL_PROPERTY_RUNS = isNightly ? "0.5" : "0.25" } = process.env;
const { PROMPTCTL_FAULT_RUNS = isNightly ? "1" : "0.25" } = process.env;

// Node.js copies the page table of a worker for each process that a test starts: with huge pages, which need
// a common heap of all threads (Linux with glibc), that takes a fraction of the time. A worker grows with the
// stores that its tests open.
process.env["GLIBC_TUNABLES"] ??= "glibc.malloc.hugetlb=1:glibc.malloc.arena_max=1";

// V8 of Node.js 20 optimizes functions early, which pays in long runs. In tests, this takes about a tenth of
// the CPU time.
const execArgv = process.version.startsWith("v20.") ? ["--interrupt-budget=1000000"] : [];

export default defineConfig({
  test: {
    execArgv,
    globalSetup: "test/global-setup.ts",
    setupFiles: [
      "test/row-setup.ts",
      ...(process.env["PROMPTCTL_MEASURE"] ? ["test/measure-setup.ts"] : []),
    ],
    maxWorkers: 3, // for two cores: tests also wait for other programs
    testTimeout: 60_000,
    hookTimeout: 60_000,
    experimental: { fsModuleCache: true }, // compiled modules are shared between projects, and between runs
    env: {
      NO_COLOR: "1",
      PROMPTCTL_PROPERTY_RUNS,
      PROMPTCTL_FAULT_RUNS,
    },
    projects: [
      { extends: true, test: { name: "isolated", include: nockTests } },
      {
        extends: true,
        test: {
          name: "shared",
          include: ["test/**/*.test.ts"],
          exclude: [...nockTests, ...longTests, ...releaseTests],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "long",
          include: longTests,
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: "release",
          include: releaseTests,
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          include: storeTests,
          globalSetup: ["test/global-setup.ts", "test/postgres-setup.ts"],
          isolate: false,
          env: { PROMPTCTL_PROPERTY_RUNS: "0.1", PROMPTCTL_FAULT_RUNS: "0.1" },
          testTimeout: 240_000,
        },
      },
    ],
  },
});
