// Tokens of CI at two replicas of the built program, which have rules and no static key.
import { expect, it } from "vitest";
import { runClaims, serveIssuer } from "../../../fixtures/token-issuer.ts";
import { startPostgres } from "../../../fixtures/postgres-server.ts";
import { createServeProcesses } from "../../../fixtures/serve-processes.ts";
import { folderOf } from "../../../io/folder.ts";
import { toolBody } from "../../../scenarios/contract/bodies.ts";

const audience = "https://prompts.example.com";

it("another token of the same rule repeats a create at the other replica; both logs have no token", async () => {
  await using server = await startPostgres();
  await using issuer = await serveIssuer();
  await using folder = folderOf();
  const claims = { repository_id: runClaims.repository_id, ref: runClaims.ref };
  const rule = { issuer: issuer.url, audience, name: "ci-apply", scope: "write", claims };
  const { serve, stopAll } = createServeProcesses(folder.path);
  const env = {
    PROMPTCTL_STORE: await server.createDatabase(),
    PROMPTCTL_SERVE_OIDC: JSON.stringify([rule]),
  };
  try {
    const replicas = [await serve([], env), await serve([], env)];
    const send = (index: number, key: string, init: RequestInit = {}, path = "") =>
      fetch(`${replicas[index]!.url}/sdk/v1/tools${path}`, {
        ...init,
        headers: { "x-api-key": key, "content-type": "application/json", ...init.headers },
      });
    const create = async (index: number, key: string): Promise<{ id: string }> => {
      const headers = { "idempotency-key": "k1" };
      const init = { method: "POST", headers, body: JSON.stringify(toolBody) };
      return (await send(index, key, init)).json() as Promise<{ id: string }>;
    };
    const [one, two] = [await issuer.give(audience), await issuer.give(audience)];
    const created = await create(0, one);
    expect(await create(1, two)).toEqual(created);
    expect(await (await send(1, one)).json()).toHaveLength(1);
    const versions = await (await send(1, two, {}, `/${created.id}/versions`)).json();
    expect(versions).toMatchObject([
      { keyName: "ci-apply", verifiedRun: { repository: runClaims.repository } },
    ]);
    const statuses = [0, 1].map(async (index) => [
      (await fetch(`${replicas[index]!.url}/sdk/v1/tools`)).status,
      (await send(index, await issuer.give("https://other.example"))).status,
    ]);
    expect((await Promise.all(statuses)).flat()).toEqual([401, 401, 401, 401]);
    const logs = replicas.map((each) => each.output() + each.log()).join("");
    expect(logs).toContain("token-claim aud");
    expect(issuer.tokens.filter((token) => logs.includes(token))).toEqual([]);
  } finally {
    stopAll();
  }
});
