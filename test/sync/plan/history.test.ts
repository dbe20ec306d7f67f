// Definitions followed through commits: the same as loading the whole project of each commit.
import { describe, expect, it } from "vitest";
import { readEnvironmentSettings } from "../../../src/cli/connect/environment.ts";
import { openHistory } from "../../../src/cli/project/open-history.ts";
import { definitionSchemas, readSettings } from "../../../src/cli/project/project.ts";
import { readProjectAt } from "../../../src/cli/project/project-at.ts";
import { familyOfAddress } from "../../../src/engine/history/family-index.ts";
import {
  memberState,
  pastDefinitions,
  type PastState,
} from "../../../src/engine/history/family-state.ts";
import type { LineEnd } from "../../../src/engine/history/line-commit.ts";
import type { FamiliesAt, FamilyNames } from "../../../src/engine/history/project-history.ts";
import type { Definition } from "../../../src/engine/model/resource.ts";
import { type GitObjects, openObjects } from "../../../src/io/git/git-objects.ts";
import { openRepository } from "../../../src/io/git/git-repository.ts";
import { definitionFiles as filesIn } from "../../../src/project/files/definitions.ts";
import { kinds } from "../../../src/kinds.ts";
import { followFamilies } from "../../../src/sync/plan/history.ts";
import { loadFiles } from "../../../src/sync/load/load.ts";
import { fakeHost } from "../../cli/fake-host.ts";
import { type RandomInt, seededRandom } from "../../fixtures/seeded-random.ts";
import { gitEnv, repositoryOf, repositoryOfCommits } from "../../io/repository.ts";

interface Followed {
  readonly commits: readonly FamiliesAt[];
  readonly end: LineEnd | undefined;
}

/** Follows families from HEAD of the repository around a project. */
async function follow(
  folder: string,
  families: readonly FamilyNames[],
  { included = [], env }: { readonly included?: readonly string[]; readonly env?: string } = {},
): Promise<Followed> {
  const { host, close } = fakeHost([], { cwd: folder, env: gitEnv });
  const settings = env
    ? await readEnvironmentSettings(host, folder, { env })
    : await readSettings(host, folder);
  const files = await loadFiles(kinds, definitionSchemas, filesIn(folder, settings.definitions));
  const alsoIncluded = included.map((path) => [path, ""] as const);
  const objects = openObjects(await openRepository(folder, gitEnv));
  const history = await openHistory(objects, settings, {
    texts: files.texts,
    included: new Map([...files.included, ...alsoIncluded]),
  });
  const commits: FamiliesAt[] = [];
  let end: LineEnd | undefined;
  const project = { kinds, schemas: definitionSchemas, files };
  try {
    for await (const item of followFamilies(project, history.line(), families))
      if (typeof item === "string") end = item;
      else commits.push(item);
  } finally {
    objects.close();
    close();
  }
  return { commits, end };
}

/** The definitions of a commit, loaded as a whole; undefined if the project has errors there. */
async function loadCommit(
  objects: GitObjects,
  commit: string,
): Promise<readonly Definition[] | undefined> {
  const project = await readProjectAt(objects, commit);
  if (!project) return [];
  const loaded = await loadFiles(kinds, definitionSchemas, project.files);
  const isValid = loaded.diagnostics.every(({ severity }) => severity !== "error");
  return isValid ? loaded.definitions : undefined;
}

/** A definition of a random project. */
interface Item {
  readonly kind: "tool" | "prompt";
  name: string;
  readonly earlierNames: string[];
  key: string | undefined;
  revision: number;
  file: string;
  /** Whether its evaluation is in a file of its own. */
  isSplit: boolean;
}

const definitionFiles = ["a.yaml", "b.yaml", "deep/c.yaml"];

function itemText(item: Item): string {
  const head = `kind: ${item.kind}\nname: ${item.name}\n${item.key === undefined ? "" : `key: ${item.key}\n`}${
    item.earlierNames.length > 0 ? `renamedFrom: [${item.earlierNames.join(", ")}]\n` : ""
  }`;
  if (item.kind === "tool")
    return `${head}description: revision ${item.revision}\nparameters: {}\n`;
  const evaluation = `variables: { v: "${item.revision % 3}" }\nassertions: [{ type: CONTAINS_ANY, targetValues: ["${item.revision % 2}"] }]\n`;
  const nested = `evaluations:\n  - name: check\n    ${evaluation.trimEnd().replace("\n", "\n    ")}\n`;
  return `${head}parameters: { provider: OPENAI, name: gpt-test }
tools: [{TOOL}]
messages: [{ role: system, content: { file: TEXT } }, { role: user, content: "revision ${Math.floor(item.revision / 2)}" }]
${item.isSplit ? "" : nested}`;
}

function evaluationText(item: Item): string {
  return `kind: evaluation\nprompt: ${item.key ?? item.name}\nname: check\nvariables: { v: "${item.revision % 3}" }\nassertions: [{ type: CONTAINS_ANY, targetValues: ["${item.revision % 2}"] }]\n`;
}

/** A project with one tool and two prompts, which random steps change. */
function createRandomProject(random: RandomInt) {
  const items: Item[] = [
    { kind: "tool", name: "look", file: "a.yaml" },
    { kind: "prompt", name: "First", file: "a.yaml" },
    { kind: "prompt", name: "Second", file: "b.yaml" },
  ].map((each) => ({
    ...(each as Item),
    earlierNames: [],
    key: undefined,
    revision: 0,
    isSplit: false,
  }));
  const [tool, ...prompts] = items as [Item, Item, Item];
  const removed = new Set<Item>();
  let [text, broken, names] = [0, "", 0];
  const pick = <Value>(values: readonly Value[]): Value => values[random(values.length)]!;
  const rename = (item: Item): void => {
    item.earlierNames.push(item.name);
    item.name = `${item.kind === "tool" ? "look" : "Name"}${(names += 1)}`;
  };
  const steps: readonly (() => void)[] = [
    () => (pick(prompts).revision += 1),
    () => (tool.revision += 1),
    () => (pick(items).file = pick(definitionFiles)),
    () => rename(pick(prompts)),
    () => (pick(prompts).key = pick([undefined, `key${(names += 1)}`])),
    () => void (text += 1),
    () => void (pick(prompts).isSplit = pick([true, false])),
    () => void (broken = broken === "" && random(2) === 0 ? pick(definitionFiles) : ""),
    () => {
      const item = pick(prompts);
      if (!removed.delete(item)) removed.add(item);
    },
    () => rename(tool),
  ];
  const files = (): Record<string, string> => {
    const documents: Record<string, string[]> = { "a.yaml": [], "b.yaml": [], "deep/c.yaml": [] };
    for (const item of items.filter((each) => !removed.has(each))) {
      const up = item.file.includes("/") ? "../../" : "../";
      const body = itemText(item).replace("{TOOL}", tool.name).replace("TEXT", `${up}texts/t.md`);
      documents[item.file]!.push(body);
      if (item.isSplit) documents["b.yaml"]!.push(evaluationText(item));
    }
    return {
      "promptctl.yaml": "definitions: prompts\n",
      "texts/t.md": `text ${text}\n`,
      ...Object.fromEntries(
        Object.entries(documents).map(([file, own]) => [
          `prompts/${file}`,
          `${own.join("---\n") || "# empty\n"}${broken === file ? "\n: [\n" : ""}`,
        ]),
      ),
    };
  };
  return {
    items,
    files,
    isValid: () => broken === "",
    step: () => pick(steps)(),
  };
}

/** The state of a prompt or its evaluation, in definitions that were loaded as a whole. */
function expectedState(
  definitions: readonly Definition[],
  address: string,
  names: readonly string[],
): PastState {
  const name = names.find((each) =>
    definitions.some(({ row, name: own }) => row.kind === "prompt" && own === each),
  );
  const prompt = definitions.find((each) => each.row.kind === "prompt" && each.name === name);
  const own =
    prompt &&
    pastDefinitions(kinds, definitions).find(
      ({ address: each }) =>
        each ===
        (address.startsWith("prompt/")
          ? prompt.address
          : prompt.address.replace("prompt/", "evaluation/") + "/check"),
    );
  return own ? { status: "defined", definition: own } : { status: "absent" };
}

describe("following definitions", () => {
  it.each([1, 2, 3, 4, 5, 6])(
    "sees what each commit of a random history has (seed %i)",
    async (seed) => {
      const random = seededRandom(seed);
      const project = createRandomProject(random);
      const versions: Record<string, string>[] = [];
      for (let commits = 0; commits < 15; commits += 1) {
        versions.push(project.files());
        project.step();
        while (random(3) === 0) project.step();
      }
      // The newest commit is valid: a plan needs that.
      while (!project.isValid()) project.step();
      await using repository = repositoryOfCommits([...versions, project.files()]);
      const subjects = project.items.slice(1).flatMap(({ name, earlierNames, key }) =>
        [`prompt/${key ?? name}`, `evaluation/${key ?? name}/check`].map((address) => ({
          address,
          family: familyOfAddress(kinds, address),
          names: [name, ...earlierNames],
        })),
      );
      const families = subjects
        .filter(({ address, family }) => address === family)
        .map(({ address, names }) => ({ address, names }));
      const { commits, end } = await follow(repository.path, families, {
        included: ["texts/t.md"],
      });
      expect(end).toBe("first");
      const objects = openObjects(await openRepository(repository.path, gitEnv));
      let compared = 0;
      for (const { info, families: states } of commits) {
        const definitions = await loadCommit(objects, info.commit);
        if (!definitions) continue;
        for (const { address, family, names } of subjects) {
          compared += 1;
          const own = memberState(kinds, states.get(family)!, address);
          const state = { address, commit: info.commit, ...own };
          const expected = expectedState(definitions, address, names);
          expect(state).toEqual({ address, commit: info.commit, ...expected });
        }
      }
      objects.close();
      expect(compared).toBeGreaterThan(8);
    },
  );

  it("sees the values of an environment as each commit has them", async () => {
    const configuration = (set: string): string =>
      `definitions: prompts\nenvironments:\n  staging:\n    set: { "prompt/*": ${set} }\n  production: {}\n`;
    const prompt = (temperature: number): string =>
      `kind: prompt\nname: P\nparameters: { provider: OPENAI, name: gpt-test, temperature: ${temperature} }\nmessages: [{ role: user, content: hi }]\n`;
    await using repository = repositoryOf({
      "promptctl.yaml": "definitions: prompts\n",
      "prompts/p.yaml": prompt(0.1),
    });
    repository.commit({ "promptctl.yaml": configuration("{ parameters.temperature: 0.2 }") });
    repository.commit({ "prompts/p.yaml": prompt(0.3) });
    repository.commit({ "promptctl.yaml": configuration("{ parameters.topP: 0.4 }") });
    const values = async (env: string): Promise<unknown[]> => {
      const families = [{ address: "prompt/P", names: ["P"] }];
      const { commits } = await follow(repository.path, families, { env });
      return commits.map(({ families: states }) => {
        const state = memberState(kinds, states.get("prompt/P")!, "prompt/P");
        const { parameters } = (state.status === "defined" ? state.definition.content : {}) as {
          readonly parameters?: { readonly temperature?: number; readonly topP?: number };
        };
        return [parameters?.temperature, parameters?.topP];
      });
    };
    expect(await values("staging")).toEqual([
      [0.3, 0.4],
      [0.2, 1],
      [0.2, 1],
      [0.1, 1],
    ]);
    expect(await values("production")).toEqual([
      [0.3, 1],
      [0.3, 1],
      [0.1, 1],
      [0.1, 1],
    ]);
  });
});
