// The Action with the input api-key: oidc, an issuer, and a service that accepts only its tokens.
import { expect } from "vitest";
import { createApiKeys } from "../../src/service/http/access/api-keys.ts";
import type { Tokens } from "../../src/service/http/access/tokens.ts";
import { serveIssuer, type TokenIssuer } from "../fixtures/token-issuer.ts";
import { push } from "./events.ts";
import { createFixture } from "./fixture.ts";
import type { Step, StepResult } from "./run-step.ts";

const off = { "api-key": "oidc", "reviewed-plan": "off", "allow-unmerged": "true" };

/** A service that accepts only the tokens of an issuer for its own base URL. */
export async function tokenFixture(step: Partial<Step> = { sleep: async () => {} }) {
  const issuer = await serveIssuer();
  const accepted = { tokens: undefined as Tokens | undefined }; // with the address of the service
  const keys = createApiKeys(["a-static-key-that-nobody-sends"], {
    isEmpty: false,
    verify: (text) => accepted.tokens?.verify(text),
    replace: () => {},
  });
  const fixture = await createFixture({}, keys);
  accepted.tokens = issuer.accepting(fixture.service.url);
  const env = { PROMPTCTL_API_KEY: "", ...issuer.env };
  const run = (command: string, more: Readonly<Record<string, string>> = env) =>
    fixture.run(command, push, { with: off, env: more, step });
  return {
    issuer,
    fixture,
    run,
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      await issuer[Symbol.asyncDispose]();
    },
  };
}

/** No token is in the log but where the runner is told to hide it. */
export function expectHidden({ log, summary }: StepResult, { tokens, env }: TokenIssuer): void {
  for (const token of tokens) {
    expect(log).toContain(`::add-mask::${token}\n`);
    expect(log.replace(`::add-mask::${token}\n`, "") + summary).not.toContain(token);
  }
  const own = `::add-mask::${env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"]}\n`;
  expect(log).toContain(own);
}

/** Applies while the token ends before the second attempt of the first write. */
export async function applyWhileTokenEnds(step?: Partial<Step>): Promise<void> {
  await using context = await tokenFixture(step);
  const { fixture, issuer, run } = context;
  let attempts = 0;
  fixture.refusalStatus = 503;
  fixture.refuse = ({ method }) => {
    if (method !== "POST" || attempts++ > 0) return false;
    issuer.ahead = 600; // the token has ended when the attempt is repeated
    return true;
  };
  const result = await run("apply");
  expect(result.code).toBe(0);
  expect(issuer.audiences).toHaveLength(2);
  expectHidden(result, issuer);
}
