// Runs the contract suite on the embedded service, in-process and over a socket, and on any base URL:
// PROMPTCTL_CONTRACT_URL=https://… PROMPTCTL_CONTRACT_KEY=… npx vitest run test/scenarios/contract
import { listen } from "../../../src/service/http/listen.ts";
import { createPromptRunner } from "../../../src/providers/runner.ts";
import { openTestStore } from "../../fixtures/test-store.ts";
import { memoryService } from "../../fixtures/memory-service.ts";
import { contract } from "./contract.ts";

const key = "a-key-of-the-suite";
const running = createPromptRunner({ fetch, providers: {}, echo: true });

contract("the embedded service, in-process, with a key", async () => {
  const store = await openTestStore();
  const { handler } = await memoryService({ store, keys: ["another", key], runner: running });
  return {
    fetch: handler,
    baseUrl: "http://service.invalid",
    key,
    followsOwnDecisions: true,
    close: async () => store.close(),
  };
});

contract("the embedded service, over a socket, without a key", async () => {
  const store = await openTestStore();
  const { handler } = await memoryService({ store, runner: running });
  const listening = await listen({ handler, host: "127.0.0.1", port: 0 });
  const close = async (): Promise<void> => {
    await listening.close();
    await store.close();
  };
  return {
    fetch: (request) => fetch(request),
    baseUrl: listening.url,
    followsOwnDecisions: true,
    close,
  };
});

const { PROMPTCTL_CONTRACT_URL: baseUrl, PROMPTCTL_CONTRACT_KEY: remoteKey } =
  process.env as Record<string, string | undefined>;
if (baseUrl !== undefined)
  contract(`the service at ${baseUrl}`, async () => ({
    fetch: (request) => fetch(request),
    baseUrl: baseUrl.replace(/\/$/, ""),
    ...(remoteKey !== undefined && { key: remoteKey }),
    followsOwnDecisions: false,
    close: async () => {},
  }));
