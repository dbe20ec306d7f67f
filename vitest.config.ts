import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/global-setup.ts",
    testTimeout: 60_000,
    env: { NO_COLOR: "1" },
  },
});
