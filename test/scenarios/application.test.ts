// examples/application: an application without a prompt service, with the built package for applications and
// the SDK of the provider, which calls a server on loopback. On this Node.js and on that of the Action.
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dist } from "../fixtures/built.ts";
import { runProgramIn } from "../fixtures/run-program.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "promptctl-application-"));
const app = join(folder, "src", "app.js");
const versions = [process.execPath, process.env["PROMPTCTL_ACTION_NODE"]].filter(
  (each) => each !== undefined,
);

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  requests.push(JSON.parse(await text(request)));
  const chunks = ["A kettle", " for two."].map((content) => ({
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta: { content } }],
  }));
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const chunk of chunks) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  response.end("data: [DONE]\n\n");
};

let server: Server;
let requests: unknown[] = [];

beforeAll(async () => {
  cpSync(join(root, "examples", "application"), folder, { recursive: true });
  cpSync(join(dist, "client"), join(folder, "node_modules", "promptctl-client"), {
    recursive: true,
  });
  symlinkSync(join(root, "node_modules", "openai"), join(folder, "node_modules", "openai"));
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the application prints for a product. */
function run(node: string, file: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const env = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` };
  const child = spawn(node, [file, "Ashby kettle"], { cwd: folder, env });
  return Promise.all([text(child.stdout), text(child.stderr)]).then((parts) => parts.join(""));
}

/** The digest that its bundle has. */
function digest(): string {
  const bundle = readFileSync(join(folder, "src", "prompts.json"), "utf8");
  return /"digest": "(.{14})/.exec(bundle)![1]!;
}

it.each(["src/prompts.ts", "src/prompts.json"])("%s is what codegen writes", async (file) => {
  const { code } = await runProgramIn(folder, ["codegen", "--out", file, "--check"]);
  expect(code).toBe(0);
});

describe.each(versions)("with %s", (node) => {
  it.each(["an ES module", "a CommonJS module"])("as %s it sends the prompt", async (form) => {
    requests = [];
    let file = app;
    if (form === "a CommonJS module") {
      file = join(folder, "src", "app.cjs");
      const [imports, rest] = readFileSync(app, "utf8").split(/(?<=from "promptctl-client";\n)/);
      const required = imports!
        .replace(/^import (\w+) from "(.*)";$/gm, 'const $1 = require("$2");')
        .replace(/^import (\{.*\}) from "(.*)";$/gm, 'const $1 = require("$2");');
      const body = rest!.replace(
        'new URL("prompts.json", import.meta.url)',
        '__dirname + "/prompts.json"',
      );
      writeFileSync(file, `${required}void (async () => {${body}})();\n`);
    }
    expect(await run(node, file)).toBe(`A kettle for two.\n(prompt ${digest()})\n`);
    expect(requests).toEqual([
      {
        model: "gpt-5.4-mini",
        messages: [
          { role: "system", content: expect.stringContaining("Oakmoor Home") },
          { role: "user", content: "Describe Ashby kettle." },
        ],
        max_completion_tokens: 200,
        stream: true,
      },
    ]);
  });
});

it("the prompt is rendered where there are no modules of Node.js", async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: 'export { createPrompts } from "promptctl-client";',
      resolveDir: folder,
    },
    bundle: true,
    format: "iife",
    globalName: "library",
    platform: "browser",
    write: false,
  });
  const bundle = readFileSync(join(folder, "src", "prompts.json"), "utf8");
  const webApis = { crypto, TextEncoder, URL, Headers, AbortController, setTimeout, clearTimeout };
  const rendered: unknown = await runInContext(
    `${outputFiles[0]!.text}
    library.createPrompts({ bundle: ${bundle} })
      .render("Product sentence", { product: "Ashby kettle" })
      .then(JSON.stringify);`,
    createContext(webApis),
  );
  expect(JSON.parse(String(rendered))).toMatchObject({
    request: { model: "gpt-5.4-mini" },
    version: { digest: expect.stringContaining(digest()) },
    source: "bundle",
  });
});
