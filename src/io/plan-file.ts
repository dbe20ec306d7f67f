// Saved plans: written whole or not at all, readable by their owner only, and read with care.
import { existsSync, readFileSync, statSync } from "node:fs";
import { Failure } from "../engine/model/failure.ts";
import { isObject } from "../engine/model/json.ts";
import { planDigest, planFormat } from "../engine/saved-plan/plan-document.ts";
import { plan as isPlan } from "../generated/plan-validators.js";
import type { Plan as PlanDocument } from "../generated/types.ts";
import { writeWhole } from "./whole-file.ts";
import { reasonOf } from "./reason.ts";

const formatName = planFormat.replace(/\d+$/, "");

/** Whether the path names a file, and so perhaps a saved plan, instead of a folder. */
export function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

export function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** Writes a plan. A file that is no saved plan is not written over. */
export function writePlan(path: string, plan: PlanDocument): void {
  if (existsSync(path) && !looksLikePlan(path))
    throw new Failure(
      "usage",
      "not-a-plan",
      `${path} is there already and is no saved plan: it is not written over.`,
      "Name another file with --out.",
    );
  try {
    writeWhole(path, `${JSON.stringify(plan, null, 2)}\n`, 0o600);
  } catch (error) {
    throw new Failure(
      "usage",
      "wrong-out",
      `The plan cannot be saved to ${path}: ${reasonOf(error)}.`,
    );
  }
}

/** Reads a plan; what is damaged, foreign or newer is refused. `name`: how the user calls it. */
export function readPlan(path: string, name: string): PlanDocument {
  const text = textOf(path, name);
  const document = parsed(text);
  if (document === undefined && text.includes(`"${formatName}`)) throw damaged(name);
  const format = isObject(document) ? document["format"] : undefined;
  if (!isObject(document) || typeof format !== "string" || !format.startsWith(formatName))
    throw refused("foreign-plan", `${name} is not a saved plan.`);
  if (format !== planFormat)
    throw refused(
      "newer-plan",
      `${name} was saved by another version of promptctl (${format}); this one reads ${planFormat}.`,
    );
  if (document["digest"] === undefined)
    throw refused(
      "not-a-saved-plan",
      `${name} was printed with --json, which leaves out the bodies: it shows a plan and cannot be applied.`,
    );
  if (document["digest"] !== planDigest(document) || !isPlan(document)) throw damaged(name);
  return document as unknown as PlanDocument;
}

function textOf(path: string, name: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw new Failure("usage", "no-plan", `There is no file ${name}.`);
    throw refused("unreadable-plan", `${name} cannot be read: ${reasonOf(error)}.`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A file that is empty may be meant for it, as a temporary file is. */
function looksLikePlan(path: string): boolean {
  if (!statSync(path).isFile()) return false;
  const text = readFileSync(path, "utf8");
  const document = parsed(text);
  return text === "" || (isObject(document) && String(document["format"]).startsWith(formatName));
}

/** A saved plan that is not as it was saved. */
export function damaged(name: string): Failure {
  return refused("damaged-plan", `${name} is damaged: it is not as it was saved.`);
}

function refused(code: string, message: string): Failure {
  return new Failure(
    "refused",
    code,
    message,
    "Save a plan with promptctl plan --out FILE, and apply it with promptctl apply FILE.",
  );
}
