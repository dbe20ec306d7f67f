// Golden cases, one file each: the definitions and what the service holds before, then the plan as
// text (as JSON too where the case says so), and the requests and the output of apply.
// `npx vitest run test/scenarios/golden -u` updates the expected output: review the difference.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { kinds } from "../../../src/kinds.ts";
import type { Handler } from "../../../src/service/http/app.ts";
import { capabilities, memoryService } from "../../fixtures/memory-service.ts";
import { listen } from "../../../src/service/http/listen.ts";
import { runCli } from "../../cli/fake-host.ts";
import { folderOf } from "../../io/folder.ts";
import { commitAfter, runTestGit } from "../../io/repository.ts";

interface Options {
  /** Flags of both plan and apply. */
  readonly flags?: readonly string[];
  /** Whether the next plan is refused until pins are added: several resources have one name. */
  readonly awaitsPins?: boolean;
  /** Whether the case holds the plan as JSON. */
  readonly json?: boolean;
  /** The capabilities of the service. */
  readonly service?: { evaluationUpdate?: boolean; evaluationDeleteCascades?: boolean };
}

const cases = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".txt"));

test.each(cases)("%s", async (name) => {
  const file = join(import.meta.dirname, name);
  const expected = readSections(file);
  const inputs = new Map([...expected].filter(([path]) => isInput(path)));
  const options = JSON.parse(inputs.get("case.json")!) as Options;
  const before = JSON.parse(inputs.get("before.json")!) as Record<string, object[]>;
  const project = writeProject(inputs);
  const world = await openWorld(before, options.service, originIn(project));
  try {
    const run = async (...words: string[]): Promise<{ out: string; exitCode: number }> => {
      const history = existsSync(join(project, ".git")) ? [] : ["--no-history"];
      const flags = [...(options.flags ?? []), ...history, "--base-url", world.url];
      const { out, code } = await runCli([...words, ...flags], { cwd: project, fetch });
      return { out: out.replaceAll(world.url, "http://service.test"), exitCode: code };
    };
    const text = await run("plan");
    const json = await run("plan", "--json");
    const { refusals } = JSON.parse(json.out) as { refusals: object[] };
    expect([text.exitCode, json.exitCode]).toEqual(refusals.length > 0 ? [4, 4] : [0, 0]);
    expect(world.calls.filter((call) => !call.startsWith("GET "))).toEqual([]);

    world.calls.length = 0;
    const applied = await run("apply", "--auto-approve", "--concurrency", "1");
    const outputs = new Map([
      ["plan.txt", text.out],
      ...(options.json ? [["plan.json", json.out] as const] : []),
      ["calls.txt", [...world.calls, `exit ${applied.exitCode}`, ""].join("\n")],
      ["apply.txt", applied.out.split(/^Plan: .*\n|^No changes.*\n|^Refused: [^]*/m).at(-1)!],
    ]);
    await expect(textOf(new Map([...inputs, ...outputs]))).toMatchFileSnapshot(file);

    if (applied.exitCode !== 0) return;
    const again = JSON.parse((await run("plan", "--json")).out) as {
      steps: unknown[];
      refusals: { code: string }[];
    };
    expect(again.steps).toEqual([]);
    const codes = [...new Set(again.refusals.map(({ code }) => code))];
    expect(codes).toEqual(options.awaitsPins ? ["ambiguous-name"] : []);
  } finally {
    await world.close();
    rmSync(project, { recursive: true, force: true });
  }
});

/** The sections of a case: path → text. A line `-- path --` starts a section. */
function readSections(file: string): Map<string, string> {
  const [, ...parts] = readFileSync(file, "utf8").split(/^-- (\S+) --\n/m);
  return new Map(
    parts.flatMap((path, index) => (index % 2 === 0 ? [[path, parts[index + 1]!] as const] : [])),
  );
}

function textOf(sections: ReadonlyMap<string, string>): string {
  return [...sections].map(([path, text]) => `-- ${path} --\n${text}`).join("");
}

function isInput(path: string): boolean {
  return path === "case.json" || path === "before.json" || /^(?:project|history)\//.test(path);
}

/** Writes the files of a case into a new folder. Those of `history` are in an earlier commit. */
function writeProject(sections: ReadonlyMap<string, string>): string {
  const filesIn = (folder: string): Record<string, string> =>
    Object.fromEntries(
      [...sections].flatMap(([path, text]) =>
        path.startsWith(folder) ? [[path.slice(folder.length), text]] : [],
      ),
    );
  const { path: root } = folderOf(filesIn("project/"));
  const earlier = filesIn("history/");
  if (Object.keys(earlier).length > 0) commitAfter(earlier, root);
  return root;
}

interface World {
  readonly url: string;
  /** Every call since it was opened: method, path and body. */
  readonly calls: string[];
  close(): Promise<void>;
}

/** The header of what the earlier commit sent, if there is one. */
function originIn(project: string): string | undefined {
  if (!existsSync(join(project, ".git"))) return undefined;
  return JSON.stringify({ commit: runTestGit(["rev-parse", "HEAD~1"], project), dirty: false });
}

/** A service that holds what `before` says, under the ids it says; new ids are new-1, new-2, … */
async function openWorld(
  before: Record<string, object[]>,
  service: Options["service"],
  origin: string | undefined,
): Promise<World> {
  const given: string[] = [];
  let made = 0;
  const { handler, store } = await memoryService({
    capabilities: { ...capabilities, ...service },
    newId: () => given.shift() ?? `new-${++made}`,
  });
  for (const { kind, path } of kinds)
    for (const each of before[kind] ?? []) {
      given.push((each as { id: string }).id);
      const response = await send(handler, { method: "POST", path, origin }, each);
      if (response.status !== 200) throw new Error(`before.json: ${await response.text()}`);
    }
  const calls: string[] = [];
  const { url, close } = await listen({
    host: "127.0.0.1",
    port: 0,
    handler: async (request) => {
      const body = await request.clone().text();
      calls.push(`${request.method} ${new URL(request.url).pathname}${body && ` ${body}`}`);
      return handler(request);
    },
  });
  return {
    url,
    calls,
    close: async () => {
      await close();
      await store.close();
    },
  };
}

interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly origin?: string | undefined;
}

function send(
  handler: Handler,
  { method, path, origin }: SentRequest,
  body?: object,
): Promise<Response> {
  return handler(
    new Request(`http://localhost${path}`, {
      method,
      headers: {
        host: "localhost",
        "content-type": "application/json",
        ...(origin !== undefined && { "x-promptctl-origin": origin }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
}
