import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { blockedPorts } from "../../src/service/blocked-ports.ts";

it("the blocked ports are those of undici, the fetch of Node", () => {
  const { badPortsSet } = createRequire(import.meta.url)("undici/lib/web/fetch/constants.js") as {
    badPortsSet: ReadonlySet<string>;
  };
  expect([...blockedPorts]).toEqual([...badPortsSet].map(Number));
});
