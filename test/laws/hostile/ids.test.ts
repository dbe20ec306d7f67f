// Promise 9: the output of `ids` is safe in a shell, as a module, as JSON and on a terminal.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { transformSync } from "esbuild";
import { describe, expect, it } from "vitest";
import { folderOf } from "../../io/folder.ts";
import { unsafeCharacter, findUnsafe } from "./oracle.ts";
import { checkOutputs, type OutputCase } from "./check-outputs.ts";
import {
  readOnlyService,
  prompt,
  remotePrompt,
  type Fixture,
  createFixture,
  visibleOutput,
} from "./fixture.ts";
import { allCategories, hostileTexts } from "./hostile-texts.ts";

const all = hostileTexts(...allCategories);

/** Unsafe characters and line breaks. */
const invisible = new RegExp(`${unsafeCharacter.source}|\n`, "u");

/** Returns ids by address of prompts: the text is the id, and the start of the name. */
const idsByAddress = (texts: readonly string[]): Map<string, string> =>
  new Map(texts.map((text, index) => [`prompt/${text} n${index}`, text]));

/** Creates a project with these prompts and a service that has them all. */
function createIdsFixture(ids: ReadonlyMap<string, string>): Fixture {
  const names = [...ids].map(([address, id]) => ({ name: address.slice("prompt/".length), id }));
  return createFixture(
    { "prompts/x.yaml": names.map(({ name }) => prompt(name)) },
    readOnlyService({ prompts: names.map(({ name, id }) => remotePrompt(id, name)) }),
  );
}

async function printIds(ids: ReadonlyMap<string, string>, format: string): Promise<string> {
  await using fixture = createIdsFixture(ids);
  const { code, out, err } = await fixture.run(["ids", "--format", format]);
  expect([code, err]).toEqual([0, ""]);
  return out;
}

describe("--format env", () => {
  const names = (ids: ReadonlyMap<string, string>): string[] =>
    [...ids.keys()].map(
      (address) => `PROMPTCTL_ID_${address.replaceAll(/[^A-Za-z0-9]/g, "_").toUpperCase()}`,
    );

  it.each([
    ["source", ". ./ids.env"],
    ["eval", 'eval "$(cat ids.env)"'],
    ["source with the names exported", "set -a; . ./ids.env"],
  ])("with %s sets each variable to its id, and does nothing else", async (_, command) => {
    const ids = idsByAddress(all.filter((text) => text.length < 10_000 && !invisible.test(text)));
    await using folder = folderOf({ "ids.env": await printIds(ids, "env") });
    const variables = names(ids);
    const script = [
      "HOME=unchanged",
      command,
      ...variables.map((name) => `printf '%s\\0' "$${name}"`),
      'printf "%s" "$HOME"',
    ].join("\n");
    const output = execFileSync("/bin/sh", ["-euc", script], {
      cwd: folder.path,
      encoding: "utf8",
      env: { PATH: process.env["PATH"] },
    });
    expect(output.split("\0")).toEqual([...ids.values(), "unchanged"]);
    expect(readdirSync(folder.path)).toEqual(["ids.env"]);
  });

  it("sets only variables with the prefix: every line starts with it", async () => {
    const ids = idsByAddress(all.filter((text) => !invisible.test(text)));
    const lines = (await printIds(ids, "env")).split("\n").filter((line) => line !== "");
    expect(lines.length).toBeGreaterThanOrEqual(ids.size);
    expect(lines.filter((line) => !line.startsWith("PROMPTCTL_ID_"))).toEqual([]);
  });
});

it("--format env refuses an id with invisible characters", async () => {
  for (const id of all.filter((text) => invisible.test(text))) {
    await using fixture = createIdsFixture(new Map([["prompt/P", id]]));
    const { code, out, err } = await fixture.run(["ids", "--format", "env"]);
    expect([code, out, findUnsafe(err)]).toEqual([64, "", []]);
    expect(err).toContain("The id of prompt/P contains invisible characters");
  }
});

describe("--format ts", () => {
  it("is a module that exports the ids, and does nothing else", async () => {
    const ids = idsByAddress(all);
    const { code } = transformSync(await printIds(ids, "ts"), { loader: "ts", format: "cjs" });
    const accesses: string[] = [];
    const trap = new Proxy({}, { get: (_, name) => void accesses.push(String(name)) });
    const module = { exports: {} as { ids?: object } };
    runInNewContext(code, {
      module,
      process: trap,
      require: (name: string) => accesses.push(name),
    });
    expect(Object.entries(module.exports.ids!)).toEqual([...ids]);
    expect([Object.getPrototypeOf(module.exports.ids!) === null, accesses]).toEqual([false, []]);
  });
});

describe("--format json", () => {
  it("parses, and has every name and id unchanged", async () => {
    const ids = idsByAddress(all);
    expect(Object.entries(JSON.parse(await printIds(ids, "json")) as object)).toEqual([...ids]);
  });
});

const outputs: readonly OutputCase[] = [
  {
    title: "ids --format env",
    patterns: [/^PROMPTCTL_ID_PROMPT_/m],
    print: async (texts) => {
      const ids = idsByAddress(texts.filter((text) => !invisible.test(text)));
      return `${await printIds(ids, "env")}`;
    },
  },
  {
    title: "ids of missing resources, and names that map to the same variable",
    patterns: [/Not on https:.* yet/, /map to the same environment variable PROMPTCTL_ID_/],
    print: async (texts) => {
      const names = texts.map((text, index) => `${text} ${index}`);
      const both = [prompt(`${texts[0]}+`), prompt(`${texts[0]}-`)];
      const project = [...names.map((name) => prompt(name)), ...both];
      await using fixture = createFixture({ "prompts/x.yaml": project });
      const some = readOnlyService({
        prompts: both.map(({ name }, index) => remotePrompt(`p${index}`, String(name))),
      });
      return visibleOutput(
        await fixture.run(["ids", "--format", "env"]),
        await fixture.run(["ids", "--format", "env"], { fetch: some }),
      );
    },
  },
];

checkOutputs(outputs);

it("ids as JSON and as a module have no line that a CI runner reads as a command", async () => {
  const lines = `${await printIds(idsByAddress(all), "json")}${await printIds(idsByAddress(all), "ts")}`;
  expect(lines.match(/^ *"?(?:prompt|tool|evaluation|assertion)/gm)?.length).toBeGreaterThan(0);
  const commands = findUnsafe(lines, { allowsOwnLines: true }).filter((problem) =>
    problem.startsWith("a command"),
  );
  expect(commands.filter((command) => !command.includes("##"))).toEqual([]);
});
