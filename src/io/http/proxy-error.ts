// Errors of the proxy of the environment, in place of those of undici, which do not name it.
import { causesOf } from "../../engine/model/failure.ts";
import { systemErrorText } from "../../engine/text/system-message.ts";

/** The proxy failed, and not the service. */
export interface ProxyError extends Error {
  readonly name: "ProxyError";
  /** What to do, in sentences. */
  readonly hint: string;
  /** Whether another attempt would fail too. */
  readonly isFinal: boolean;
}

/** A proxy, and the environment variable that names it. */
export interface NamedProxy {
  readonly variable: string;
  readonly url: string;
}

/** An error that names the proxy, if the proxy failed; else the error. `host`: of the request. */
export function proxyErrorOf(error: unknown, proxy: NamedProxy, host: string): unknown {
  const causes = causesOf(error).flatMap((each) => [each, ...innerErrors(each)]);
  const status = causes.map(statusOfTunnel).find((each) => each !== undefined);
  const lost = causes.find((each) => isAbout(each, new URL(proxy.url)));
  if (status === undefined && !lost) return error;
  const [message, hint] =
    status === undefined ? unreachable(lost!, proxy, host) : refusal(status, proxy, host);
  const isFinal = status !== undefined && status < 500;
  return Object.assign(new Error(message, { cause: error }), { name: "ProxyError", hint, isFinal });
}

/** The errors of several addresses of one host. */
function innerErrors(error: Error): Error[] {
  const { errors = [] } = error as Partial<AggregateError>;
  return errors.filter((each) => each instanceof Error);
}

/** The status with which the proxy refused to open a tunnel. */
function statusOfTunnel({ message }: Error): number | undefined {
  const [, status] = /Proxy response \((\d+)\)/.exec(message) ?? [];
  return status === undefined ? undefined : Number(status);
}

/** Whether an error is about the address of the proxy: its port, its name, or a text with both. */
function isAbout(error: Error, { hostname, port, protocol }: URL): boolean {
  const { port: ownPort, hostname: ownName } = error as { port?: number; hostname?: string };
  const proxyPort = port || (protocol === "https:" ? "443" : "80");
  return (
    (ownPort !== undefined && String(ownPort) === proxyPort) ||
    ownName === hostname ||
    error.message.includes(`${hostname}:${proxyPort}`)
  );
}

type Words = readonly [message: string, hint: string];

function unreachable(cause: Error, { variable, url }: NamedProxy, host: string): Words {
  const { code = "" } = cause as NodeJS.ErrnoException;
  const reason = systemErrorText(code);
  return [
    `the proxy ${new URL(url).host} cannot be reached${reason === undefined ? "" : `: ${reason}`}`,
    `Check ${variable}. If ${host} is reached without a proxy, add it to NO_PROXY.`,
  ];
}

function refusal(status: number, { variable, url }: NamedProxy, host: string): Words {
  const { host: proxyHost, username } = new URL(url);
  const proxy = `the proxy ${proxyHost}`;
  if (status === 407)
    return [
      username === ""
        ? `${proxy} requires a user and a password (407)`
        : `${proxy} rejected the user and the password (407)`,
      `Set ${variable} to http://USER:PASSWORD@${proxyHost}, with special characters percent-encoded.`,
    ];
  if (status >= 500)
    return [
      `${proxy} cannot reach ${host} (${status})`,
      `Check the address. If ${host} is reached without a proxy, add it to NO_PROXY.`,
    ];
  return [
    `${proxy} does not permit connections to ${host} (${status})`,
    `Ask its operator to permit ${host}. If that is reached without a proxy, add it to NO_PROXY.`,
  ];
}
