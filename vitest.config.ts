import { defineConfig } from "vitest/config";

/** Tests that intercept HTTP with nock, which patches the modules of its process. */
const nockTests = ["test/io/**/*.test.ts"];

export default defineConfig({
  test: {
    globalSetup: "test/global-setup.ts",
    maxWorkers: 2,
    testTimeout: 60_000,
    env: {
      NO_COLOR: "1",
      // Half of the runs that CI makes: see test/fixtures/property-settings.ts.
      PROMPTCTL_PROPERTY_RUNS: process.env["PROMPTCTL_PROPERTY_RUNS"] ?? "0.5",
    },
    projects: [
      { extends: true, test: { name: "isolated", include: nockTests } },
      {
        extends: true,
        test: {
          name: "shared",
          include: ["test/**/*.test.ts"],
          // Pre-commit tests need Debian's pre-commit: npm run test:pre-commit.
          exclude: [...nockTests, "test/scenarios/pre-commit/**"],
          isolate: false,
        },
      },
    ],
  },
});
