// What other projects of a repository define: prune leaves it.
import { describe, expect, it } from "vitest";
import { createHistoryReader } from "../../../src/cli/project/history-reader.ts";
import { readSettings } from "../../../src/cli/project/project.ts";
import type { EnvironmentVariables } from "../../../src/engine/model/ports.ts";
import { folderOf } from "../../io/folder.ts";
import { gitEnv, repositoryOf } from "../../io/repository.ts";
import { fakeHost } from "../fake-host.ts";

/** The other projects of the one in a folder: `kind/name folder`, and what is special about it. */
async function othersOf(folder: string, env: EnvironmentVariables = gitEnv): Promise<string[]> {
  const { host, close } = fakeHost([], { cwd: folder, env });
  try {
    const settings = await readSettings(host, folder);
    const reader = createHistoryReader(host, settings, {});
    return (await reader.otherProjectDefinitions()).map(
      ({ kind, name, project, external, childKinds }) =>
        [
          name === undefined ? "unreadable" : `${kind}/${name}`,
          project,
          ...(external ? ["external"] : []),
          ...childKinds,
        ].join(" "),
    );
  } finally {
    close();
  }
}

const tool = (name: string, more = ""): string =>
  `kind: tool\nname: ${name}\ndescription: Looks.\nparameters: {}\n${more}`;
const prompt = (name: string, more = ""): string =>
  `kind: prompt\nname: ${name}\nparameters: { provider: OPENAI, name: gpt-test }\nmessages: []\n${more}`;
const project = "definitions: prompts\n";

describe("the definitions of other projects", () => {
  it("are those in HEAD and in the working tree", async () => {
    await using repository = repositoryOf({
      "a/promptctl.yaml": project,
      "a/prompts/a.yaml": tool("own"),
      "b/promptctl.yaml": project,
      "b/prompts/b.yaml": tool("look", "renamedFrom: [search]\n"),
      "deep/c/promptctl.yaml": "definitions: .\n",
      "deep/c/c.yaml": prompt("Reply", "evaluations: []\n"),
    });
    repository.write("b/prompts/b.yaml", tool("find"));
    repository.write("new/promptctl.yaml", project);
    repository.write("new/prompts/n.yaml", "kind: prompt\nname: Elsewhere\nexternal: true\n");
    expect((await othersOf(repository.at("a"))).sort()).toEqual([
      "prompt/Elsewhere new external",
      "prompt/Reply deep/c evaluation",
      "prompt/Reply deep/c evaluation",
      "tool/find b",
      "tool/look b",
      "tool/search b",
    ]);
  });

  it("may be anything if a project cannot be read", async () => {
    await using repository = repositoryOf({
      "promptctl.yaml": project,
      "prompts/a.yaml": tool("own"),
      "b/promptctl.yaml": project,
      "b/prompts/b.yaml": "kind: tool\nname: [\n",
      "c/promptctl.yaml": "definitions: 1\n",
    });
    expect((await othersOf(repository.path)).sort()).toEqual([
      "unreadable b",
      "unreadable b",
      "unreadable c",
      "unreadable c",
    ]);
  });

  it("do not include what git ignores, or a project that was deleted and committed", async () => {
    await using repository = repositoryOf({
      "promptctl.yaml": project,
      "prompts/a.yaml": tool("own"),
      "b/promptctl.yaml": project,
      "b/prompts/b.yaml": tool("look"),
      ".gitignore": "ignored/\n",
    });
    repository.write("ignored/promptctl.yaml", project);
    repository.write("ignored/prompts/i.yaml", tool("ignored"));
    expect(await othersOf(repository.path)).toEqual(["tool/look b", "tool/look b"]);
    repository.commit({ b: undefined });
    expect(await othersOf(repository.path)).toEqual([]);
  });

  it("are unknown, and not none, where git is not installed", async () => {
    await using repository = repositoryOf({ "promptctl.yaml": project });
    const failure = othersOf(repository.path, { ...gitEnv, PATH: "/nonexistent" });
    await expect(failure).rejects.toMatchObject({ code: "no-git" });
  });

  it("are none without repository or commits", async () => {
    await using folder = folderOf({ "promptctl.yaml": project, "prompts/a.yaml": tool("own") });
    expect(await othersOf(folder.path)).toEqual([]);
    await using repository = repositoryOf();
    repository.write("promptctl.yaml", project);
    repository.write("prompts/a.yaml", tool("own"));
    expect(await othersOf(repository.path)).toEqual([]);
  });
});
