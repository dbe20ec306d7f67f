// The files that commands of checks name, as a part of the checks.
import { expect, it, test } from "vitest";
import { definitionFiles } from "../../../src/project/files/definitions.ts";
import { testedKinds } from "../../../src/kinds.ts";
import { load } from "../../../src/sync/load/load.ts";
import { definitionSchemas } from "../../../src/cli/project/project.ts";
import { folderOf } from "../../io/folder.ts";

const promptWith = (run: readonly string[]): string => `kind: prompt
name: Support
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-6 }
messages: [{ role: user, content: Hi }]
evaluations:
  - name: one
    checks: [{ type: COMMAND, run: ${JSON.stringify(run)} }]
`;

/** The value of `runFiles` of a check that runs these words. */
async function filesOf(
  run: readonly string[],
  files: Readonly<Record<string, string | Uint8Array>>,
) {
  await using folder = folderOf({ "prompts/a.yaml": promptWith(run) });
  for (const [name, content] of Object.entries(files)) folder.write(name, content);
  const project = await load(
    testedKinds,
    definitionSchemas,
    definitionFiles(folder.path, "prompts"),
  );
  expect(project.diagnostics).toEqual([]);
  return project.definitions.find(({ row }) => row.kind === "check")!.spec["runFiles"] as object;
}

test.each([
  [["node", "checks/a.mjs"], ["checks/a.mjs"]],
  [
    ["node", "./checks/a.mjs", "--strict", "checks/b.json"],
    ["./checks/a.mjs", "checks/b.json"],
  ],
  [["checks/a.mjs"], ["checks/a.mjs"]],
  [["python3", "-m", "checks"], []],
  [["node", "checks", "checks/none.mjs", "/etc/hostname", "../outside.mjs"], []],
])("%j names %j", async (run, paths) => {
  const files = { "checks/a.mjs": "1", "checks/b.json": "{}" };
  expect(Object.keys(await filesOf(run, files))).toEqual(paths);
});

it("the content decides, not its line endings; a file need not be text", async () => {
  const digestOf = async (content: string | Uint8Array): Promise<unknown> =>
    Object.values(await filesOf(["node", "check"], { check: content }))[0];
  const [lf, crlf, other] = await Promise.all(["a\nb\n", "a\r\nb\r\n", "a\nc\n"].map(digestOf));
  expect([lf === crlf, lf === other]).toEqual([true, false]);
  const [binary, otherBinary] = await Promise.all(
    [new Uint8Array([0xff, 0, 1]), new Uint8Array([0xff, 0, 2])].map(digestOf),
  );
  expect(binary).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(binary).not.toBe(otherBinary);
});
