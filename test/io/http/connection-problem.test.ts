// Certificates, TLS and proxies, with servers on loopback ports: each failure has a remedy of its own,
// for the service, for providers and for GitHub.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { request } from "node:https";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";
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

/** Passes the bytes of each connection on to a port. */
async function relayTo(port: number, onConnection: (client: Socket) => void) {
  const server = createTcpServer((client) => {
    onConnection(client);
    const onward = connect(port, "127.0.0.1");
    onward.pipe(client).pipe(onward);
    for (const each of [client, onward]) each.on("error", () => {});
    client.on("close", () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
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

describe("after the handshake, a write may have been executed", () => {
  const urlOf = "https://prompts.example.com";
  const failing = (code: string) => async () => {
    throw new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
  };

  it.each([
    ["ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE", "rejected", "rejected", "unreachable"],
    ["ERR_SSL_TLSV1_UNRECOGNIZED_NAME", "rejected", "rejected", "unreachable"],
    ["ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN", "rejected", "rejected", "unreachable"],
    ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "rejected", "rejected", "unreachable"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "rejected", "rejected", "unreachable"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "unknown", "rejected", "unreachable"],
    ["ERR_SSL_PACKET_LENGTH_TOO_LONG", "unknown", "rejected", "unreachable"],
    ["ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC", "unknown", "unknown", "provider-failed"],
    ["ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC", "unknown", "unknown", "provider-failed"],
    ["ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR", "unknown", "unknown", "provider-failed"],
    ["ERR_SSL_UNEXPECTED_EOF_WHILE_READING", "unknown", "unknown", "provider-failed"],
    ["EPROTO", "unknown", "unknown", "provider-failed"],
  ])("%s: %s; a GET: %s; a provider: %s", async (code, write, read, ofProvider) => {
    const fetch = failing(code);
    const call = callOf({ baseUrl: urlOf, fetch });
    const [wrote, got] = [call("POST", "/sdk/v1/tools", {}), call("GET", "/sdk/v1/tools")];
    expect((await failureOf(wrote)).outcome).toBe(write);
    expect((await failureOf(got)).outcome).toBe(read);
    const purpose = { what: "create a comment", needs: "pull-requests: write" };
    const github = { method: "POST", url: urlOf, purpose, isIdempotent: false };
    const error: unknown = await fetch().catch((each: unknown) => each);
    expect(noResponseError(github, error).outcome).toBe(write);
    const providers = { openai: { key: "sk-test", baseUrl: urlOf } };
    const body = { model: "gpt-5.4", messages: [] };
    const run = callProvider({ fetch, providers }, { provider: "OPENAI", body });
    expect((await failureOf(run)).code).toBe(ofProvider);
  });

  it.each(["TLSv1.2", "TLSv1.3"] as const)(
    "a broken record after a POST, with %s",
    async (version) => {
      const options = { ...authority.issue("IP:127.0.0.1"), maxVersion: version };
      let client: Socket | undefined;
      await using server = await tlsServer(options, () => client!.write("no TLS\r\n".repeat(99)));
      await using relay = await relayTo(server.port, (socket) => (client = socket));
      const send = (url: string): Promise<never> =>
        new Promise((_resolve, reject) => {
          const options = { method: "POST", ca: readFileSync(authority.file) };
          request(url, options).on("error", reject).end();
        });
      const call = callOf({ baseUrl: `https://127.0.0.1:${relay.port}`, fetch: send });
      const failure = await failureOf(call("POST", "/sdk/v1/tools", {}));
      expect(failure.outcome).toBe("unknown");
      expect(failure.message).toMatch(/ERR_SSL_\w+|the port does not use TLS/);
    },
  );
});

it("a host of NO_PROXY with the port of the proxy is not taken for the proxy", async () => {
  const url = await closedPort();
  const port = Number(new URL(url).port);
  const env = { HTTPS_PROXY: `http://proxy.invalid:${port}`, NO_PROXY: "0.0.0.0" };
  const baseUrl = `https://0.0.0.0:${port}`;
  const fetch = await createFetch(env);
  const failure = await failureOf(callOf({ baseUrl, fetch })("GET", "/sdk/v1/tools"));
  expect(failure.message).toMatch(/cannot be reached: connection refused/);
  expect(`${failure.message} ${failure.hint}`).not.toMatch(/proxy/i);
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
