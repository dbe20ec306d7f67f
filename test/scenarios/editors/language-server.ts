// yaml-language-server as an editor runs it: a process of its own, spoken to over its streams.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** A mistake that the server tells; lines count from 1. */
interface Told {
  readonly line: number;
  readonly message: string;
}

export interface LanguageServer extends AsyncDisposable {
  /** What it tells of a file when it is opened. */
  open(path: string, text: string): Promise<readonly Told[]>;
  /** Asks about a place of an opened file; line and column count from 1. */
  ask(
    what: "completion" | "hover",
    path: string,
    at: { line: number; column: number },
  ): Promise<unknown>;
}

interface Sent {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

interface Published {
  readonly uri: string;
  readonly diagnostics: readonly {
    readonly range: { readonly start: { readonly line: number } };
    readonly message: string;
  }[];
}

/** Nothing is fetched: schemas come from files, and the store of schemas is off. */
const settings: Readonly<Record<string, unknown>> = {
  yaml: { validate: true, hover: true, completion: true, schemaStore: { enable: false } },
};

/** Starts it over a folder. */
export async function startServer(folder: string): Promise<LanguageServer> {
  const require = createRequire(import.meta.url);
  const home = dirname(require.resolve("yaml-language-server/package.json"));
  const server = spawn(process.execPath, [join(home, "bin", "yaml-language-server"), "--stdio"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const answers = new Map<number, (result: unknown) => void>();
  const published = new Map<string, (told: readonly Told[]) => void>();
  let count = 0;

  const send = (message: Sent): void => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const request = (method: string, params: unknown): Promise<unknown> =>
    new Promise((resolve) => {
      answers.set(++count, resolve);
      send({ id: count, method, params });
    });
  const hear = ({ id, method, params, result }: Sent): void => {
    if (method === "textDocument/publishDiagnostics") {
      const { uri, diagnostics } = params as Published;
      published.get(uri)?.(
        diagnostics.map(({ range, message }) => ({ line: range.start.line + 1, message })),
      );
    } else if (method === "workspace/configuration") {
      const { items } = params as { items: readonly { section: string }[] };
      send({ id: id!, result: items.map(({ section }) => settings[section] ?? null) });
    } else if (method !== undefined && id !== undefined) send({ id, result: null });
    else if (id !== undefined) answers.get(id)?.(result);
  };
  listen(server.stdout, hear);

  const root = pathToFileURL(folder).href;
  const uriOf = (path: string): string => pathToFileURL(join(folder, path)).href;
  await request("initialize", {
    processId: process.pid,
    rootUri: root,
    workspaceFolders: [{ uri: root, name: "project" }],
    capabilities: { workspace: { configuration: true, workspaceFolders: true } },
  });
  send({ method: "initialized", params: {} });
  send({ method: "workspace/didChangeConfiguration", params: { settings } });
  return {
    open: (path, text) => {
      const uri = uriOf(path);
      const told = new Promise<readonly Told[]>((resolve) => published.set(uri, resolve));
      const textDocument = { uri, languageId: "yaml", version: 1, text };
      send({ method: "textDocument/didOpen", params: { textDocument } });
      return told;
    },
    ask: (what, path, { line, column }) =>
      request(`textDocument/${what}`, {
        textDocument: { uri: uriOf(path) },
        position: { line: line - 1, character: column - 1 },
      }),
    [Symbol.asyncDispose]: async () => {
      await request("shutdown", null);
      send({ method: "exit" });
      await ended;
    },
  };
}

/** Messages come with their length in bytes, wherever the stream cuts them. */
function listen(stream: NodeJS.ReadableStream, hear: (message: Sent) => void): void {
  let rest = Buffer.alloc(0);
  stream.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = rest.indexOf("\r\n\r\n");
      const length = /Content-Length: (\d+)/i.exec(rest.subarray(0, Math.max(head, 0)).toString());
      const end = head + 4 + Number(length?.[1]);
      if (!length || rest.length < end) return;
      const text = rest.subarray(head + 4, end).toString();
      rest = rest.subarray(end);
      hear(JSON.parse(text) as Sent);
    }
  });
}
