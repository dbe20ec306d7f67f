// The file of scripted replies of promptctl test --replies.
import { resolve } from "node:path";
import { errorAt, type UnlocatedDiagnostic } from "../../engine/model/diagnostic.ts";
import { wrongUsage } from "../../engine/model/failure.ts";
import type { JsonObject } from "../../engine/model/json.ts";
import { type ParsedDocument, placeIn } from "../../engine/parse/parsed-document.ts";
import { validate } from "../../engine/validate/validate.ts";
import { replies as isValid } from "../../generated/replies-validator.js";
import type { ScriptedReplies } from "../../generated/types.ts";
import { readNamedFile } from "../../io/files/file-problems.ts";
import { locateAll, parseListFile } from "../../sync/load/parse-files.ts";
import { compiledSchema } from "../project/project.ts";

/** Reads a YAML or JSON file with a list of replies. Throws a Failure with all its errors. */
export async function readScriptedReplies(cwd: string, path: string): Promise<ScriptedReplies> {
  const text = readNamedFile(resolve(cwd, path), path, "wrong-replies");
  const { list, diagnostics } = await parseListFile({ path, text });
  const document: ParsedDocument = {
    file: path,
    index: 0,
    value: list as unknown as JsonObject,
    ignoredCodes: [],
    yaml11Booleans: [],
  };
  const found = [
    ...diagnostics,
    ...validate(compiledSchema(isValid, "replies"), document),
    ...list.flatMap((_, index) => contentErrors(document, index)),
  ];
  if (found.length === 0) return list as unknown as ScriptedReplies;
  const errors = await locateAll(found, { texts: new Map([[path, text]]) });
  const lines = errors.map(({ location, message, hint }) =>
    [`${path}:${location.line}: ${message}`, ...(hint ? [hint] : [])].join(" "),
  );
  const [first = "", ...others] = lines;
  throw wrongUsage("wrong-replies", first, others.length > 0 ? others : undefined);
}

/** A reply has a content or an error. */
function contentErrors(document: ParsedDocument, index: number): UnlocatedDiagnostic[] {
  const reply = (document.value as unknown as readonly Partial<ScriptedReplies[number]>[])[index];
  if (typeof reply !== "object" || reply === null) return []; // the schema reports it
  const hasContent = reply.text !== undefined || reply.calls !== undefined;
  if (hasContent !== (reply.error !== undefined)) return [];
  const message = hasContent
    ? `Reply ${index + 1} has "error" and a content.`
    : `Reply ${index + 1} has no content.`;
  const hint = hasContent
    ? `Remove "error", or "text" and "calls".`
    : `Add "text", "calls" or "error".`;
  return [errorAt("wrong-value", placeIn(document, [index]), message, hint)];
}
