// The secrets that pull and import would write into the files.
import type { Diagnostic } from "../../engine/model/diagnostic.ts";
import type { PlanChecks } from "./check-plan.ts";
import type { LoadedFiles } from "./load.ts";
import { locateAll } from "./parse-files.ts";

export interface NewSecret extends Diagnostic {
  /** For comparisons, never shown. */
  readonly secret: string;
}

/** The secrets that the project did not have in these files before. */
export async function newSecrets(
  { errorsIn }: Pick<PlanChecks, "errorsIn">,
  before: LoadedFiles,
  after: LoadedFiles,
): Promise<readonly NewSecret[]> {
  const keyOf = ({ location, message }: Diagnostic): string => `${location.file} ${message}`;
  const secretsIn = (project: LoadedFiles): Promise<Diagnostic[]> =>
    locateAll(
      errorsIn(project).filter(({ code }) => code === "secret"),
      project,
    );
  const known = new Set((await secretsIn(before)).map(keyOf));
  const found = (await secretsIn(after)).filter((each) => !known.has(keyOf(each)));
  return found.map((each) => {
    const { file, line, column, endColumn } = each.location;
    const text = after.texts.get(file)?.split("\n")[line - 1] ?? "";
    return { ...each, secret: text.slice(column - 1, endColumn - 1) };
  });
}
