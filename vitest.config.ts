import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/scenarios/pre-commit/**"], // these need pre-commit: npm run test:pre-commit
    globalSetup: "test/global-setup.ts",
    testTimeout: 60_000,
    env: { NO_COLOR: "1" },
  },
});
