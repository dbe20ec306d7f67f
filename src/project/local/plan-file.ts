// Reads and writes files with saved plans. New ones are readable by their owner only.
import { existsSync, readFileSync } from "node:fs";
import { type Failure, refused, wrongUsage } from "../../engine/model/failure.ts";
import { isObject, parseJson } from "../../engine/model/json.ts";
import { systemMessage } from "../../engine/text/system-message.ts";
import { planDigest, planFormat } from "../../engine/review/plan-document.ts";
import { plan as isPlan } from "../../generated/plan-validators.js";
import type { Plan as PlanDocument } from "../../generated/types.ts";
import { writeJson } from "../../io/files/json-file.ts";
import { isFile } from "../../io/files/paths.ts";
import { writeFailure } from "../../io/files/file-problems.ts";

const formatName = planFormat.replace(/\d+$/, "");

/** Writes a plan. Throws a Failure instead of overwriting a file that is not a saved plan. */
export function writePlan(path: string, plan: PlanDocument): void {
  if (existsSync(path) && !looksLikePlan(path))
    throw wrongUsage(
      "not-a-plan",
      `${path} exists and is not a saved plan. It was not overwritten.`,
      "Name another file with --out.",
    );
  try {
    writeJson(path, plan);
  } catch (error) {
    throw writeFailure("wrong-out", `The plan cannot be saved to ${path}`, path, error);
  }
}

/** Reads a plan. Throws a Failure if it is damaged, newer or something else. `name` is the path for messages. */
export function readPlan(path: string, name: string): PlanDocument {
  const text = readPlanText(path, name);
  const document = parseJson(text);
  if (document === undefined && text.includes(`"${formatName}`)) throw damagedPlanFailure(name);
  const format = isObject(document) ? document["format"] : undefined;
  if (!isObject(document) || typeof format !== "string" || !format.startsWith(formatName))
    throw refusedPlan("foreign-plan", `${name} is not a saved plan.`);
  if (format !== planFormat)
    throw refusedPlan(
      "newer-plan",
      `${name} was saved by another version of promptctl (${format}). This version reads ${planFormat}.`,
    );
  if (document["digest"] === undefined)
    throw refusedPlan(
      "not-a-saved-plan",
      `${name} is the output of --json, which has no ids and no digest. It cannot be applied.`,
    );
  if (document["digest"] !== planDigest(document) || !isPlan(document))
    throw damagedPlanFailure(name);
  return document as unknown as PlanDocument;
}

function readPlanText(path: string, name: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw wrongUsage("no-plan", `The file ${name} does not exist.`);
    throw refusedPlan("unreadable-plan", `${name} cannot be read: ${systemMessage(error)}.`);
  }
}

/** Also true for an empty file, such as one created by mktemp. */
function looksLikePlan(path: string): boolean {
  if (!isFile(path)) return false;
  const text = readFileSync(path, "utf8");
  const document = parseJson(text);
  return text === "" || (isObject(document) && String(document["format"]).startsWith(formatName));
}

/** The failure for a saved plan that was changed. */
export function damagedPlanFailure(name: string): Failure {
  return refusedPlan("damaged-plan", `${name} is damaged: its content does not match its digest.`);
}

function refusedPlan(code: string, message: string): Failure {
  return refused(
    code,
    message,
    "Save a plan with promptctl plan --out FILE, and apply it with promptctl apply FILE.",
  );
}
