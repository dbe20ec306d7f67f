// The definitions that promptctl test proposes: those of the files, with external ones as they are
// deployed for --on service, and with the values of --with.
import { parseReplacements, replaceValues } from "../../engine/evaluate/cases/replace-values.ts";
import { wrongUsage } from "../../engine/model/failure.ts";
import { objectOf } from "../../engine/model/json.ts";
import type { Definition } from "../../engine/model/resource.ts";
import { validate } from "../../engine/validate/validate.ts";
import { withDeployedExternals } from "../../sync/deployed-prompts.ts";
import type { Project } from "../../sync/load/load.ts";
import { definitionSchemas } from "../project/project.ts";
import type { TestFlags } from "./test-flags.ts";
import type { MatchedService } from "./test-service.ts";

/** The proposed definitions, without the values of --with. */
export function proposedDefinitions(
  { definitions }: Project,
  service: MatchedService | undefined,
  flags: TestFlags,
): readonly Definition[] {
  return flags.on === "service"
    ? withDeployedExternals(definitions, service!.matches)
    : definitions;
}

/** The proposed definitions with the values of one flag --with. */
export interface ProposedHead {
  /** The flag; undefined without one. */
  readonly with?: string;
  readonly definitions: readonly Definition[];
}

/** A head for each flag --with, or the definitions. Throws a Failure for an invalid value. */
export function proposedHeads(
  definitions: readonly Definition[],
  { with: values = [] }: TestFlags,
): readonly ProposedHead[] {
  if (values.length === 0) return [{ definitions }];
  return [...new Set(values)].map((value) => ({
    with: value,
    definitions: withReplacements(definitions, value),
  }));
}

function withReplacements(head: readonly Definition[], value: string): readonly Definition[] {
  const replacements = parseReplacements(value);
  const isPrompt = ({ row, external }: Definition): boolean => !external && row.runs === true;
  return head.map((each) => {
    if (!isPrompt(each)) return each;
    const replaced = replaceValues(each, replacements);
    refuseInvalidParameters(replaced);
    return replaced;
  });
}

/** Throws a Failure if the schema of definitions does not permit a parameter. */
function refuseInvalidParameters({ row: { kind }, spec }: Definition): void {
  const parameters = Object.entries(objectOf(spec["parameters"])).filter(
    ([, value]) => value !== null, // null is an omitted value
  );
  const value = { kind, parameters: Object.fromEntries(parameters) };
  const document = { file: "--with", index: 0, value, ignoredCodes: [], yaml11Booleans: [] };
  const mistake = validate(definitionSchemas[kind]!, document).find(
    ({ place }) => place.path[0] === "parameters",
  );
  if (mistake) throw wrongUsage("wrong-replacement", `--with: ${mistake.message}`, mistake.hint);
}
