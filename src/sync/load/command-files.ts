// The files of the project that commands of checks name. Their contents are part of the tests: a test
// whose program changed is another test.
import { type JsonObject, listOf } from "../../engine/model/json.ts";
import type { DefinitionFiles } from "../../engine/model/ports.ts";
import type { Definition } from "../../engine/model/resource.ts";
import type { IncludeRequest } from "../../engine/model/source-file.ts";

type CommandFiles = Pick<DefinitionFiles, "readIncluded" | "fetchIncluded">;

/** Adds `runFiles` to each check that runs a command: path → digest of its content. */
export async function withCommandFiles(
  definitions: readonly Definition[],
  { readIncluded, fetchIncluded }: CommandFiles,
): Promise<readonly Definition[]> {
  const words = new Set(definitions.flatMap(({ spec }) => wordsOf(spec)));
  if (words.size === 0) return definitions;
  const { digestText } = await import("../../engine/text/digest.ts"); // few projects need it
  await fetchIncluded?.([...words].map((word) => requestOf(word, "text")));
  const digests = new Map([...words].map((word) => [word, digestOf(word)]));
  return definitions.map((each) =>
    wordsOf(each.spec).length === 0
      ? each
      : { ...each, spec: { ...each.spec, runFiles: filesAmong(wordsOf(each.spec)) } },
  );

  /** Undefined for a word that names no file of the project. */
  function digestOf(word: string): string | undefined {
    for (const form of ["text", "base64"] as const) {
      const found = readIncluded(requestOf(word, form));
      if ("text" in found) return digestText(found.text);
    }
    return undefined;
  }

  function filesAmong(some: readonly string[]): JsonObject {
    return Object.fromEntries(
      some.flatMap((word) => {
        const digest = digests.get(word);
        return digest === undefined ? [] : [[word, digest]];
      }),
    );
  }
}

function wordsOf({ run }: JsonObject): string[] {
  return listOf(run).filter((word) => typeof word === "string");
}

/** Commands run in the folder of promptctl.yaml. */
function requestOf(file: string, form: IncludeRequest["form"]): IncludeRequest {
  return { from: "promptctl.yaml", file, form };
}
