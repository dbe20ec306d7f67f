import { defineConfig } from "vitest/config";

/** Tests of releases, with three versions of npm: `npm run test:release`, each night, and before a release. */
const releaseTests = ["test/deploy/image.test.ts", "test/scripts/release/**/*.test.ts"];

/** Tests that start another program for most of their time: `npm run test:nightly`, each night, and before a release. */
const nightlyTests = [
  "test/laws/hostile/deep-files.test.ts",
  "test/scenarios/codegen.test.ts",
  "test/scenarios/gitlab/component.test.ts",
  "test/scenarios/pre-commit/autoupdate.test.ts",
];

/** Tests of many rows, or of large texts, in the process of the tests: `npm run test:long`, and CI. */
const slowTests = [
  "test/cli/connect/gitlab-note.test.ts",
  "test/cli/plan/{large-bodies,log-services,model-options,pull-branch}.test.ts",
  "test/client/one-renderer.test.ts",
  "test/engine/alerts/against-validator.test.ts",
  "test/engine/evaluate/rule/pull-requests.test.ts",
  "test/engine/format/{split-documents,suite}.test.ts",
  "test/engine/parse/plain-yaml.test.ts",
  "test/github/{api-key,check-approval,check-review,checkout,drift,drift-pull-request,failures,hostile,large-plans,newest-commit,pull-request-report,reviewed-changes,search-plans,superseded-merges,tests}.test.ts",
  "test/importers/size.test.ts",
  "test/laws/property/{all-small-cases,promotion,pull-branch,reviewed-plan}.test.ts",
  "test/scripts/gate-page.test.ts",
  "test/service/http/large-bodies.test.ts",
  "test/service/page/hostile-texts.test.ts",
  "test/service/page/prompt/definition-view.test.ts",
  "test/views/code/client-code.test.ts",
  "test/views/evaluation/test-html.test.ts",
  "test/views/plan/field-changes.test.ts",
  "test/views/text/shared-words.test.ts",
];

/** Tests that start other programs, or the built one: `npm run test:long`, and CI. */
const longTests = [
  "test/cli/definitions/package-source.test.ts",
  "test/cli/evaluate/test-commands.test.ts",
  "test/deploy/{backup,deploy,rolling-restart}.test.ts",
  "test/github/{built-*,environments}.test.ts",
  "test/io/commands/*.test.ts",
  "test/laws/{faults,hostile}/**/*.test.ts",
  "test/providers/official-types.test.ts",
  "test/scenarios/browser/**/*.test.ts",
  "test/scenarios/editors/editors.test.ts",
  "test/scenarios/gitlab/**/*.test.ts",
  "test/scenarios/pre-commit/**/*.test.ts",
  "test/scenarios/{agent,application-processes,interrupt,local-state,origin,output,promotion,serve,serve-keys,serve-limits,serve-log,serve-store,start,test-bad-provider,test-demo,test-interrupt,test-verdicts}.test.ts",
  "test/scenarios/workflows/other-ci.test.ts",
  "test/scripts/{bench,build,near,node-version,screenshot}.test.ts",
  "test/service/postgres/server/**/*.test.ts",
];

/** Tests that intercept HTTP with nock, which patches the modules of its process. */
const nockTests = ["test/io/{http,service}/**/*.test.ts"];

/** Tests of the service that also run with PostgreSQL: what they open is `fixtures/test-store.ts`. */
const storeTests = [
  "test/scenarios/contract/implementations.test.ts",
  "test/laws/property/{apply-end-state,unmanaged}.test.ts",
  "test/laws/faults/kill.test.ts",
  "test/service/http/list-etag.test.ts",
  "test/service/store/store-durability.test.ts",
];

/** More runs in CI than in `npm test`, and each night more: see test/fixtures/property-settings.ts. */
const propertyRuns = { 1: "0.25", all: "0.5" }[process.env["PROMPTCTL_LONG_TESTS"] ?? ""] ?? "0.1";
/** See test/laws/faults/repeated-runs.ts. */
const faultRuns = process.env["PROMPTCTL_LONG_TESTS"] === "all" ? "1" : "0.25";
const { PROMPTCTL_PROPERTY_RUNS = propertyRuns, PROMPTCTL_FAULT_RUNS = faultRuns } = process.env;

// Node.js copies the page table of a worker for each process that a test starts: with huge pages, which need
// a common heap of all threads (Linux with glibc), that takes a fraction of the time. A worker grows with the
// stores that its tests open.
process.env["GLIBC_TUNABLES"] ??= "glibc.malloc.hugetlb=1:glibc.malloc.arena_max=1";

// Threads for garbage collection need the cores that run other workers: about a tenth of the CPU time. V8 of
// Node.js 20 optimizes functions early, which pays in long runs only: another tenth.
const execArgv = [
  "--single-threaded-gc",
  ...(process.version.startsWith("v20.") ? ["--interrupt-budget=1000000"] : []),
];

const longTimeouts = { testTimeout: 240_000, hookTimeout: 240_000 };

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
          exclude: [...nockTests, ...slowTests, ...longTests, ...nightlyTests, ...releaseTests],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "slow", include: slowTests, isolate: false, ...longTimeouts },
      },
      {
        extends: true,
        test: {
          name: "long",
          include: longTests,
          exclude: nightlyTests,
          isolate: false,
          ...longTimeouts,
        },
      },
      {
        extends: true,
        test: {
          name: "nightly",
          include: nightlyTests,
          isolate: false,
          ...longTimeouts,
        },
      },
      {
        extends: true,
        test: {
          name: "release",
          include: releaseTests,
          isolate: false,
          ...longTimeouts,
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
