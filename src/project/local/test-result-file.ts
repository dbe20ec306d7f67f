// Reads the result that promptctl test saved.
import { type Failure, wrongUsage } from "../../engine/model/failure.ts";
import { isObject, parseJson } from "../../engine/model/json.ts";
import { testResult as isTestResult } from "../../generated/test-result-validator.js";
import type { TestResult } from "../../generated/types.ts";
import { readNamedFile } from "../../io/files/file-problems.ts";

const testFormat = "promptctl.test/1";

/** Throws a Failure if the file is no test result. `name` is the path for messages. */
export function readTestResult(path: string, name: string): TestResult {
  const document = parseJson(readNamedFile(path, name, "unreadable-result"));
  const format = isObject(document) ? document["format"] : undefined;
  if (isTestResult(document)) return document as unknown as TestResult;
  const refuse = (message: string): Failure =>
    wrongUsage("not-a-test-result", message, "Save a result with promptctl test --out result.json");
  if (typeof format !== "string" || !format.startsWith("promptctl.test/"))
    throw refuse(`${name} is not a test result.`);
  if (format !== testFormat)
    throw refuse(
      `${name} was saved by another version of promptctl (${format}). This version reads ${testFormat}.`,
    );
  throw refuse(`${name} is damaged.`);
}
