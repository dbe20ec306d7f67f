// The URL of a PostgreSQL database as settings of the client, and as a text without the password.
import { createPrivateKey, X509Certificate } from "node:crypto";
import type { PoolConfig } from "pg";
import { parse, toClientConfig } from "pg-connection-string";
import { type Failure, wrongUsage } from "../../engine/model/failure.ts";
import { joinWithAnd } from "../../engine/text/kind-counts.ts";
import { systemMessage } from "../../engine/text/system-message.ts";

/** The modes of libpq that say whether the connection is encrypted. `prefer` and `allow` do not. */
const sslModes = ["disable", "require", "verify-ca", "verify-full"];

/** The parameters that need TLS: files of certificates and keys. */
const certificateFiles = ["sslrootcert", "sslcert", "sslkey"];

const parameters = ["sslmode", ...certificateFiles, "application_name", "prepare"];

/** The settings of the client for a URL. Throws a Failure, without the password, if it is wrong. */
export function clientSettings(url: string): PoolConfig {
  const parsed = validUrl(url);
  checkTls(parsed.searchParams);
  const { ssl = false, ...settings } = settingsOf(parsed);
  if (typeof ssl === "object") checkCertificates(ssl);
  return { ...settings, ssl };
}

/** The URL with the mode of PGSSLMODE, if it has none. Throws a Failure if one of them is wrong. */
export function withSslMode(url: string, mode: string | undefined): string {
  const parsed = validUrl(url);
  if (!mode || parsed.searchParams.has("sslmode")) return url;
  checkSslMode("PGSSLMODE", mode);
  parsed.searchParams.set("sslmode", mode);
  return parsed.href;
}

/** False with `prepare=false`: some connection poolers cannot prepare statements. */
export function preparesStatements(url: string): boolean {
  return validUrl(url).searchParams.get("prepare") !== "false";
}

/** The URL without password and parameters, for messages. */
export function publicUrl(url: string): string {
  const { username, host, pathname, protocol } = validUrl(url);
  return `${protocol}//${username && `${username}@`}${host}${pathname}`;
}

/**
 * The parsed URL. A special character of the password that is not percent-encoded moves a part of
 * the password into the host, the path, the parameters or the fragment, in front of an `@`. So these
 * must not contain one, and no message contains a part of a URL that is not valid.
 */
function validUrl(url: string): URL {
  if (!/^postgres(ql)?:\/\//i.test(url) || !URL.canParse(url)) throw invalidUrl();
  const parsed = new URL(url);
  const { username, password, pathname, search } = parsed;
  if (/[@:]/.test(pathname) || search.includes("@") || url.includes("#")) throw invalidUrl();
  const encoded = [username, password, pathname];
  if (!encoded.every((part) => succeeds(() => decodeURIComponent(part)))) throw invalidUrl();
  if (decodeURIComponent(username).includes(":")) throw invalidUrl();
  checkParameters(parsed.searchParams);
  return parsed;
}

function checkParameters(given: URLSearchParams): void {
  const names = [...given.keys()];
  const unknown = names.find((name) => !parameters.includes(name));
  if (unknown !== undefined)
    throw /^[a-z_]{1,40}$/i.test(unknown)
      ? wrongUrl(
          `The URL of the store has the unknown parameter ${unknown}.`,
          `Use only ${joinWithAnd(parameters)}. User and password are in front of the host.`,
        )
      : invalidUrl();
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw wrongUrl(
      `The URL of the store has the parameter ${repeated} more than once.`,
      "Write each parameter once.",
    );
  if (!["true", "false", null].includes(given.get("prepare")))
    throw wrongUrl(
      "The parameter prepare has an unknown value.",
      "Write prepare=false or prepare=true.",
    );
}

function checkSslMode(name: string, mode: string): void {
  if (!sslModes.includes(mode))
    throw wrongUrl(`${name}=${mode} is not supported.`, `Use one of ${sslModes.join(", ")}.`);
}

/** Throws a Failure if parameters contradict each other. */
function checkTls(given: URLSearchParams): void {
  const mode = given.get("sslmode") ?? "disable";
  checkSslMode("sslmode", mode);
  const file = certificateFiles.find((name) => given.has(name));
  if (file !== undefined && mode === "disable")
    throw wrongUrl(
      `${file} has no effect without TLS.`,
      "Add sslmode=verify-full to the URL of the store.",
    );
  if (mode === "verify-ca" && !given.has("sslrootcert"))
    throw wrongUrl(
      "sslmode=verify-ca needs sslrootcert.",
      "Add sslrootcert=FILE, or use verify-full.",
    );
  if (given.has("sslcert") !== given.has("sslkey"))
    throw wrongUrl("sslcert and sslkey need each other.", "Write both or none of them.");
}

function settingsOf(url: URL): PoolConfig {
  try {
    return toClientConfig(parse(url.href, { useLibpqCompat: true }));
  } catch (error) {
    const { path } = error as NodeJS.ErrnoException;
    if (path === undefined) throw invalidUrl();
    throw wrongUrl(
      `The certificate file ${path} cannot be read: ${systemMessage(error)}.`,
      "Correct its path in the URL of the store.",
    );
  }
}

type TlsSettings = Exclude<PoolConfig["ssl"], boolean | undefined>;

/** Throws a Failure if a file does not contain what its parameter names: Node.js ignores some. */
function checkCertificates({ ca, cert, key }: TlsSettings): void {
  if (ca !== undefined && !succeeds(() => new X509Certificate(String(ca))))
    throw wrongUrl(
      "The file of sslrootcert contains no certificate.",
      "Name a file with certificates in PEM format.",
    );
  const isPair = (): boolean =>
    new X509Certificate(String(cert)).checkPrivateKey(createPrivateKey(String(key)));
  if (cert !== undefined && !succeeds(isPair))
    throw wrongUrl(
      "The files of sslcert and sslkey are not a certificate and its key.",
      "Name files in PEM format. The key must not have a passphrase.",
    );
}

/** Whether a function neither throws nor returns false. */
function succeeds(run: () => unknown): boolean {
  try {
    return run() !== false;
  } catch {
    return false;
  }
}

function invalidUrl(): Failure {
  return wrongUrl(
    "The URL of the store is not valid.",
    "Write postgres://USER@HOST:5432/DATABASE, with the password in PGPASSWORD. In a URL, percent-encode special characters of the password, for example @ as %40.",
  );
}

function wrongUrl(message: string, hint: string): Failure {
  return wrongUsage("wrong-store-url", message, hint);
}
