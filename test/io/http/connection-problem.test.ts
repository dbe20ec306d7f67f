// Certificates, TLS and proxies, with servers on loopback ports: each failure has a remedy of its own,
// for the service, for providers and for GitHub.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { CallFailure } from "../../../src/engine/model/failure.ts";
import type { EnvironmentVariables } from "../../../src/engine/model/ports.ts";
import { noResponseError } from "../../../src/github/api/api-errors.ts";
import { createFetch, createProviderFetch } from "../../../src/io/http/fetch.ts";
import { callProvider } from "../../../src/providers/call-provider.ts";
import { runProgramIn } from "../../fixtures/run-program.ts";
import { certificateAuthority, tlsServer } from "../certificates.ts";
import { folderOf } from "../folder.ts";
import { closedPort, loopback } from "../loopback.ts";
import { proxy } from "../proxy.ts";
import { callOf, failureOf } from "./recorder.ts";

const authority = certificateAuthority();
afterAll(() => authority[Symbol.asyncDispose]());

// The proxies of this machine do not count.
beforeEach(() => {
  for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"])
    for (const each of [name, name.toLowerCase()]) vi.stubEnv(each, undefined);
});

interface Target extends AsyncDisposable {
  readonly url: string;
  readonly env?: EnvironmentVariables;
}

const withTls = async (options: Parameters<typeof tlsServer>[0]): Promise<Target> => {
  const server = await tlsServer(options);
  return { ...server, url: `https://127.0.0.1:${server.port}` };
};

/** A proxy that answers CONNECT with a status. */
async function refusingProxy(status: number, user = ""): Promise<Target> {
  const server = createServer();
  server.on("connect", (_request, socket) => socket.end(`HTTP/1.1 ${status} No\r\n\r\n`));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: "https://prompts.invalid",
    env: { https_proxy: `http://${user}127.0.0.1:${port}` },
    [Symbol.asyncDispose]: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

const noServer = (env: EnvironmentVariables): Target => ({
  url: "https://prompts.invalid",
  env,
  [Symbol.asyncDispose]: async () => {},
});

const rows: [
  what: string,
  open: () => Promise<Target>,
  reason: RegExp,
  hint: RegExp,
  outcome: string,
][] = [
  [
    "an unknown authority",
    () => withTls(authority.issue("IP:127.0.0.1")),
    /^the authority of its certificate is not trusted$/,
    /^If it is an authority of your company, set NODE_EXTRA_CA_CERTS to the file/,
    "rejected",
  ],
  [
    "a self-signed certificate",
    () => withTls(authority.selfSigned("IP:127.0.0.1")),
    /^its certificate is self-signed$/,
    /^To trust it, set NODE_EXTRA_CA_CERTS to the file of the certificate/,
    "rejected",
  ],
  [
    "a port with plain HTTP",
    async () => {
      const server = await loopback((_, response) => response.end("[]"));
      return { ...server, url: server.url.replace("http:", "https:") };
    },
    /^the port does not use TLS$/,
    /^Check the port, and whether the address begins with https\.$/,
    "rejected",
  ],
  [
    "a server with old versions of TLS only",
    () => {
      const old = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1" } as const;
      return withTls({ ...authority.issue("IP:127.0.0.1"), ...old, ciphers: "ALL@SECLEVEL=0" });
    },
    /^it has no version of TLS that this Node\.js accepts$/,
    /^Enable TLS 1\.2 or later on the server\.$/,
    "rejected",
  ],
  [
    "a proxy that requires a password",
    () => refusingProxy(407),
    /^the proxy 127\.0\.0\.1:\d+ requires a user and a password \(407\)$/,
    /^Set https_proxy to http:\/\/USER:PASSWORD@127\.0\.0\.1:\d+, with/,
    "rejected",
  ],
  [
    "a proxy that rejects the password",
    () => refusingProxy(407, "jo:SECRET@"),
    /^the proxy 127\.0\.0\.1:\d+ rejected the user and the password \(407\)$/,
    /^Set https_proxy to http:\/\/USER:PASSWORD@/,
    "rejected",
  ],
  [
    "a proxy that does not permit the host",
    () => refusingProxy(403),
    /^the proxy 127\.0\.0\.1:\d+ does not permit connections to prompts\.invalid \(403\)$/,
    /add it to NO_PROXY\.$/,
    "rejected",
  ],
  [
    "a proxy that does not reach the host",
    () => refusingProxy(502),
    /^the proxy 127\.0\.0\.1:\d+ cannot reach prompts\.invalid \(502\)$/,
    /^Check the address\. If prompts\.invalid is reached without a proxy, add it to NO_PROXY\.$/,
    "not-executed",
  ],
  [
    "a proxy that does not run",
    async () => noServer({ HTTPS_PROXY: await closedPort() }),
    /^the proxy 127\.0\.0\.1:\d+ cannot be reached: connection refused$/,
    /^Check HTTPS_PROXY\. If prompts\.invalid is reached without a proxy, add it to NO_PROXY\.$/,
    "not-executed",
  ],
  [
    "a proxy whose name is wrong",
    async () => noServer({ HTTPS_PROXY: "http://proxy.invalid:3128" }),
    /^the proxy proxy\.invalid:3128 cannot be reached: DNS lookup failed/,
    /^Check HTTPS_PROXY\./,
    "not-executed",
  ],
];

describe.each(rows)("%s", (_what, open, reason, hint, outcome) => {
  const other = /Check the base URL and that the service is running|SECRET/;

  it("the service", async () => {
    await using target = await open();
    const fetch = await createFetch(target.env ?? {});
    const failure = await failureOf(callOf({ baseUrl: target.url, fetch })("GET", "/sdk/v1/tools"));
    const start = `${target.url} cannot be reached: `;
    const { message } = failure;
    expect(message.slice(0, start.length)).toBe(start);
    expect(message.slice(start.length).replace(" (GET /sdk/v1/tools).", "")).toMatch(reason);
    expect(failure.hint).toMatch(hint);
    expect(failure.outcome).toBe(outcome);
    expect(message + String(failure.hint)).not.toMatch(other);
  });

  it("a provider", async () => {
    await using target = await open();
    const fetch = await createProviderFetch(target.env ?? {});
    const providers = { openai: { key: "sk-test", baseUrl: target.url } };
    const body = { model: "gpt-5.4", messages: [] };
    const call = callProvider({ fetch, providers }, { provider: "OPENAI", body });
    const failure = (await call.catch((error: unknown) => error)) as CallFailure;
    const [, said = ""] = /^OpenAI is unreachable at \S+: (.*)$/s.exec(failure.message) ?? [];
    const [found, ...rest] = said.split(/(?<!\d)\. /);
    expect(found).toMatch(reason);
    expect(rest.join(". ")).toMatch(hint);
    expect([failure.code, failure.isFinal]).toEqual(["unreachable", outcome === "rejected"]);
    expect(failure.message).not.toMatch(other);
  });

  it("GitHub", async () => {
    await using target = await open();
    const fetch = await createFetch(target.env ?? {});
    const error: unknown = await fetch(target.url, { method: "GET" }).catch(
      (each: unknown) => each,
    );
    const purpose = { what: "read comments", needs: "pull-requests: read" };
    const call = { method: "GET", url: target.url, purpose, isIdempotent: true };
    const failure = noResponseError(call, error);
    expect(failure.message.replace("GitHub: cannot read comments: ", "").slice(0, -1)).toMatch(
      reason,
    );
    expect(failure.hint).toMatch(hint);
    expect(failure.outcome).toBe(outcome);
  });
});

describe("with the authority in NODE_EXTRA_CA_CERTS", () => {
  /** Runs a plan of an empty project with the service at an address. */
  async function plan(url: string, env: Readonly<Record<string, string>> = {}) {
    await using folder = folderOf({ "promptctl.yaml": "", "prompts/.gitkeep": "" });
    const key = { PROMPTCTL_API_KEY: "key-SECRET-42", NODE_EXTRA_CA_CERTS: authority.file };
    return await runProgramIn(folder.path, ["plan", "--base-url", url], { ...key, ...env });
  }

  it("the service is reached, also through a proxy", async () => {
    await using server = await tlsServer(authority.issue("IP:127.0.0.1,DNS:prompts.invalid"));
    const direct = await plan(`https://127.0.0.1:${server.port}`);
    expect(direct).toMatchObject({ code: 0, err: "" });
    await using between = await proxy(`http://127.0.0.1:${server.port}`);
    const tunnelled = await plan("https://prompts.invalid", { HTTPS_PROXY: between.url });
    expect(tunnelled).toMatchObject({ code: 0, err: "" });
    expect(new Set(between.forwarded)).toEqual(new Set(["CONNECT prompts.invalid:443"]));
  });

  it.each<
    [what: string, issue: () => ReturnType<typeof authority.issue>, reason: string, hint: string]
  >([
    [
      "a certificate for other names",
      () => authority.issue("DNS:other.example.com,IP:10.0.0.1"),
      "its certificate is not for 127.0.0.1 but for other.example.com, 10.0.0.1",
      "Use a name of the certificate in the address, or give the server a certificate for 127.0.0.1.",
    ],
    [
      "an expired certificate",
      () => authority.issue("IP:127.0.0.1", ["20200101000000Z", "20200102000000Z"]),
      "its certificate has expired",
      "Renew the certificate of the server. If it is valid, correct the clock of this computer.",
    ],
    [
      "a certificate of the future",
      () => authority.issue("IP:127.0.0.1", ["20480101000000Z", "20490101000000Z"]),
      "its certificate is not valid yet",
      "Correct the clock of this computer, or the certificate of the server.",
    ],
  ])("%s is refused at once", async (_what, issue, reason, hint) => {
    await using server = await tlsServer(issue());
    const url = `https://127.0.0.1:${server.port}`;
    const { code, err } = await plan(url);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^Error: .*\n {2}.*\n$/),
    });
    expect(err).toContain(`Error: ${url} cannot be reached: ${reason} (GET /sdk/v1/`);
    expect(err).toContain(`\n  ${hint}\n`);
  });
});
