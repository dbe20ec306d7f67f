// The variables of the tests of promptfoo: values, lists of them, and texts of files.
import { type Json, stringOrJson } from "../../engine/model/json.ts";
import { type CaseValue, caseValues, isHeld } from "../convert/case-values.ts";
import { addUnread, filesAt, itemsInFiles, type PromptfooFiles } from "./promptfoo-files.ts";
import { fieldsOf, itemsOf, leave, type SourceNode } from "../convert/source-node.ts";

/** The possible values of a variable. */
export type Choice = readonly [name: string, values: readonly CaseValue[]];

/** The variables of `vars`: an object, or one or more files. Of one name, the last counts. */
export function choicesIn(vars: SourceNode, files: PromptfooFiles): Choice[] {
  const paths = Array.isArray(vars.value) ? itemsOf(vars) : [vars];
  const objects = paths.flatMap((each) =>
    typeof each.value === "string" ? itemsInFiles(each, files) : [each],
  );
  const choices = objects.flatMap((each) => choicesOf(each, files));
  const last = new Map(choices.map((choice) => [choice[0], choice]));
  for (const [name, values] of choices)
    if (last.get(name)![1] !== values)
      for (const { node } of values) leave(node, "A later file has another value for it.");
  return [...last.values()];
}

function choicesOf(vars: SourceNode, files: PromptfooFiles): Choice[] {
  return fieldsOf(vars).flatMap(([name, node]): Choice[] => {
    const { value } = node;
    if (!Array.isArray(value) && !isFile(value)) {
      const flat = caseValues({ ...vars, value: { [name]: value ?? null } });
      return flat.map((each) => [each.name, [each]]);
    }
    const items = Array.isArray(value) ? itemsOf(node) : [node];
    const values = items.flatMap((item) => valuesOf(name, item, files));
    if (items.length === 0) leave(node, "The list is empty.");
    return values.length > 0 ? [[name, values]] : [];
  });
}

function valuesOf(name: string, node: SourceNode, files: PromptfooFiles): CaseValue[] {
  if (isFile(node.value)) return fileValues(name, node, files);
  if (!isHeld(node)) return [];
  return [{ name, text: stringOrJson(node.value ?? null), node }];
}

function isFile(value: Json | undefined): boolean {
  return typeof value === "string" && value.startsWith("file://");
}

/** The texts of files as values; none, and listed, if they cannot be read. */
function fileValues(name: string, node: SourceNode, files: PromptfooFiles): CaseValue[] {
  const path = String(node.value);
  const isText = /\.(?:txt|md|json|ya?ml|csv|html)$/i.test(path);
  const read = isText ? filesAt(node, path, files) : [];
  if (!isText) leave(node, "Only the text of a file can be a value.");
  if (typeof read !== "string") return read.map(({ text }) => ({ name, text: text.trim(), node }));
  addUnread(node, read, files);
  return [];
}

/** More combinations of the values of one test are not imported. */
export const maxCombinations = 1000;

/** One value of each variable, in all combinations; more than `maxCombinations` are not complete. */
export function combined(choices: readonly Choice[]): CaseValue[][] {
  return choices.reduce<CaseValue[][]>(
    (all, [, values]) =>
      all.length > maxCombinations
        ? all
        : all.flatMap((each) => values.map((value) => [...each, value])),
    [[]],
  );
}
