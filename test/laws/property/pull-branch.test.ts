// pull --branch and git merge after random histories, where the service reports the version that was applied
// or --from names it: each field that one side changed has the value of that side, and what both changed
// differently is a conflict. After the merge, apply overwrites nothing that git does not know.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { type CliResult, createFakeService } from "../../cli/fake-host.ts";
import { createRepositoryFixture } from "../../cli/repository-fixture.ts";
import { propertySettings, propertyTimeout } from "../../fixtures/property-settings.ts";
import { folderOf } from "../../io/folder.ts";

const path = "prompts/p.yaml";
const lineCount = 5;

/** The values of temperature, topP and the lines of the text. */
type State = readonly number[];

const first: State = [0, 0, ...Array.from({ length: lineCount }, () => 0)];

const edits = fc.array(
  fc.record({ place: fc.nat(first.length - 1), value: fc.integer({ min: 1, max: 3 }) }),
  { minLength: 1, maxLength: 3 },
);

const histories = fc.record({
  reports: fc.boolean(),
  before: fc.array(edits, { maxLength: 2 }),
  after: fc.array(edits, { maxLength: 2 }),
  service: edits,
  moves: fc.boolean(),
});

function edited(state: State, changes: readonly { place: number; value: number }[]): State {
  const next = [...state];
  for (const { place, value } of changes) next[place] = value;
  return next;
}

/** Other text separates the lines, so that git merges changes of two of them. */
const prompt = ([temperature, topP, ...lines]: State): string => `kind: prompt
name: Support
parameters:
  provider: OPENAI
  name: gpt-test
  temperature: 0.${temperature} # chosen by the team
  topP: 0.${topP}
messages:
  - role: system
    content: |
${lines.map((value, index) => `      Line ${index}: ${value}.\n      Two\n      lines.\n`).join("")}`;

interface Definition {
  readonly parameters: { readonly temperature: number; readonly topP: number };
  readonly messages: readonly { readonly content: string }[];
}

function stateOf(text: string): State {
  const { parameters, messages } = parse(text) as Definition;
  const lines = [...messages[0]!.content.matchAll(/: (\d)\./g)].map(([, value]) => Number(value));
  const { temperature, topP } = parameters;
  return [temperature, topP].map((value) => Math.round(value * 10)).concat(lines);
}

it(
  "holds what each side changed since the known base, and names what both changed",
  { timeout: propertyTimeout(300_000) },
  async () => {
    let merges = 0;
    await fc.assert(
      fc.asyncProperty(histories, async ({ reports, before, after, service: changes, moves }) => {
        const line = before.reduce((all, each) => [...all, edited(all.at(-1)!, each)], [first]);
        const base = line.at(-1)!;
        const newer = after.reduce((all, each) => [...all, edited(all.at(-1)!, each)], [base]);
        const files = newer.at(-1)!;
        const service = edited(base, changes);
        const texts = new Set([...line, ...newer].map(prompt));
        fc.pre(!texts.has(prompt(service))); // a version that git has is never written again
        const configuration = { "promptctl.yaml": "definitions: prompts\n" };
        const project = await createRepositoryFixture({ ...configuration, [path]: prompt(first) });
        await using repository = project.repository;
        const { fetch } = await createFakeService({ extensions: reports });
        const run = (words: string[], cwd = repository.path): Promise<CliResult> =>
          project.run(words, { fetch, cwd });
        const apply = ["apply", "--auto-approve"];
        for (const state of line.slice(1)) repository.commit({ [path]: prompt(state) });
        expect((await run(apply)).code).toBe(0);
        const from = repository.git(["rev-parse", "HEAD"]);
        await using editor = folderOf({ ...configuration, [path]: prompt(service) });
        expect((await run(apply, editor.path)).code).toBe(0);
        for (const state of newer.slice(1)) repository.commit({ [path]: prompt(state) });
        const moved = moves ? "prompts/moved.yaml" : path;
        if (moves) repository.commit({ [path]: undefined, [moved]: prompt(files) });

        const known = reports ? [] : ["--from", from];
        const { code, out } = await run(["pull", "--branch", "hotfix", ...known]);
        const isBoth = first.map(
          (_value, place) =>
            files[place] !== base[place] &&
            service[place] !== base[place] &&
            files[place] !== service[place],
        );
        expect(code).toBe(isBoth.includes(true) ? 4 : 0);
        if (code === 4) {
          expect(out).toContain("! prompt/Support");
          return;
        }
        const merged = first.map((_value, place) =>
          service[place] === base[place] ? files[place]! : service[place]!,
        );
        const hasBranch = repository.git(["branch", "--list", "hotfix"]) !== "";
        expect(hasBranch).toBe(prompt(merged) !== prompt(files));
        if (!hasBranch) return;
        repository.git(["merge", "-q", "--no-ff", "hotfix"]);
        expect(stateOf(repository.read(moved))).toEqual(merged);
        expect(repository.read(moved)).toBe(prompt(merged));
        repository.commit({ "promptctl.yaml": "definitions: prompts\nconflicts: refuse\n" });
        expect((await run(apply)).code).toBe(0);
        merges++;
      }),
      propertySettings(32),
    );
    expect(merges).toBeGreaterThan(0);
  },
);
