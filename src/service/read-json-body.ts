// Reads a request body as JSON, with limits on its size and depth. validate-body.ts checks its content.
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import type { Json } from "../engine/model/json.ts";

/** Levels of nested objects and lists. Chosen by this project: real JSON Schemas have far fewer. */
const maxDepth = 200;

/** Items of one list, so that an error message per item stays affordable. */
const maxListItems = 10_000;

const defaultLimitBytes = 16 * 1024 * 1024;

/** Throws 400 if the body is not acceptable JSON, 413 if it is larger than the limit. */
export async function readJsonBody(
  context: Context,
  limitBytes: number = defaultLimitBytes,
): Promise<Json> {
  const type = context.req.header("content-type") ?? "";
  // 400, not 415: the interface documents 400 for invalid requests and does not define 415.
  if (!/^application\/json\s*(;|$)/i.test(type.trim()))
    throw badRequest("The body must be JSON, sent with Content-Type: application/json.");
  const value = parse(await readBytes(context, limitBytes));
  const problem = exceededLimit(value);
  if (problem) throw badRequest(problem);
  return value;
}

async function readBytes(context: Context, maxSize: number): Promise<ArrayBuffer> {
  const limit = bodyLimit({
    maxSize,
    onError() {
      throw new HTTPException(413, { message: `The body is larger than ${maxSize} bytes.` });
    },
  });
  try {
    await limit(context, async () => {});
    return await context.req.arrayBuffer();
  } catch (cause) {
    if (cause instanceof HTTPException) throw cause;
    throw badRequest("The body ended before it was complete.");
  }
}

function parse(bytes: ArrayBuffer): Json {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw badRequest("The body is not valid UTF-8.");
  }
  if (text.trim() === "") throw badRequest("The body is empty; expected a JSON object.");
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    throw badRequest(`The body is not JSON: ${(cause as Error).message}.`);
  }
}

/** Walks level by level, because a deep value would overflow the stack of a recursive walk. */
function exceededLimit(value: Json): string | undefined {
  let level: readonly Json[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return `The body has more than ${maxDepth} levels of objects and lists.`;
    if (level.some((item) => Array.isArray(item) && item.length > maxListItems))
      return `A list in the body has more than ${maxListItems} items.`;
    level = level
      .filter((item) => typeof item === "object" && item !== null)
      .flatMap((item) => Object.values(item as object) as Json[]);
  }
  return undefined;
}

function badRequest(message: string): HTTPException {
  return new HTTPException(400, { message });
}
