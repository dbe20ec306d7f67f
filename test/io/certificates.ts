// Certificates that openssl makes in a temporary folder, and TLS servers with them.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { type Folder, folderOf } from "./folder.ts";

/** The period of validity, as YYYYMMDDHHMMSSZ. */
type Period = readonly [start: string, end: string];

const always: Period = ["20200101000000Z", "20490101000000Z"];

interface Authority extends AsyncDisposable {
  /** The path of the certificate of the authority. */
  readonly file: string;
  /** The key and the certificate of a server with these names, `DNS:…` and `IP:…`. */
  issue(names: string, period?: Period): Pick<ServerOptions, "key" | "cert">;
  /** A certificate that is its own authority. */
  selfSigned(names: string): Pick<ServerOptions, "key" | "cert">;
}

const settings = `[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
`;

const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

/** A certificate authority that no system trusts. */
export function certificateAuthority(): Authority {
  const folder: Folder = folderOf({ "ca.cnf": settings, "index.txt": "" });
  const openssl = (...args: readonly string[]): void =>
    void execFileSync("openssl", args, { cwd: folder.path, stdio: "pipe" });
  const read = (name: string) => ({
    key: folder.read(`${name}.key`),
    cert: folder.read(`${name}.pem`),
  });
  const root = ["-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Test", "-days", "9000"];
  openssl("req", "-x509", ...newKey, ...root);
  let count = 0;
  return {
    file: folder.at("ca.pem"),
    issue: (names, [start, end] = always) => {
      const name = `server-${++count}`;
      const [request, key] = [`${name}.csr`, `${name}.key`];
      writeFileSync(folder.at(`${name}.ext`), `subjectAltName=${names}\n`);
      openssl("req", ...newKey, "-keyout", key, "-out", request, "-subj", `/CN=${name}`);
      const authority = ["-config", "ca.cnf", "-keyfile", "ca.key", "-cert", "ca.pem"];
      const period = ["-startdate", start, "-enddate", end, "-extfile", `${name}.ext`];
      openssl("ca", "-batch", ...authority, ...period, "-in", request, "-out", `${name}.pem`);
      return read(name);
    },
    selfSigned: (names) => {
      const name = `self-${++count}`;
      const files = ["-keyout", `${name}.key`, "-out", `${name}.pem`, "-subj", `/CN=${name}`];
      openssl("req", "-x509", ...newKey, ...files, "-addext", `subjectAltName=${names}`);
      return read(name);
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

interface TlsServer extends AsyncDisposable {
  readonly port: number;
}

/** A server on 127.0.0.1; by default, it answers `[]` to each request. */
export async function tlsServer(
  options: ServerOptions,
  respond: RequestListener = (_request, response) => response.end("[]"),
): Promise<TlsServer> {
  const server = createServer(options, respond);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
