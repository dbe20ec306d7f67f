// Reads a request body as JSON, with limits on its size, depth and number of values, so that no body
// blocks the event loop for long. validate-body.ts checks its content.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Json } from "../../../engine/model/json.ts";
import { maxBodyLevels, maxBodyValues } from "../../../engine/model/service-limits.ts";
import { readBody } from "./read-body.ts";

/** Other requests are handled between receiving, reading and storing a larger body: 0.2 s each. */
const largeBodyBytes = 1024 * 1024;

/** The JSON of a request body. */
export interface JsonBody {
  readonly value: Json;
  /** The number of values in it: objects, lists, strings, numbers and literals. */
  readonly valueCount: number;
}

/** Throws 400 if the body is not acceptable JSON, 413 if it is larger than the limit. */
export async function readJsonBody(context: Context, limitBytes?: number): Promise<JsonBody> {
  const type = context.req.header("content-type") ?? "";
  // 400, not 415: the interface documents 400 for invalid requests and does not define 415.
  if (!/^application\/json\s*(;|$)/i.test(type.trim()))
    throw badRequest("The body must be JSON, sent with Content-Type: application/json.");
  const bytes = await readBody(context, limitBytes);
  const isLarge = bytes.byteLength > largeBodyBytes;
  if (isLarge) await nextTurn();
  const { depth, valueCount } = measureJson(new Uint8Array(bytes)); // parsing would take seconds
  if (depth > maxBodyLevels)
    throw badRequest(`The body has more than ${maxBodyLevels} levels of objects and lists.`);
  if (valueCount > maxBodyValues)
    throw badRequest(`The body has more than ${maxBodyValues} values.`);
  const value = parse(bytes);
  if (isLarge) await nextTurn();
  return { value, valueCount };
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

function badRequest(message: string): HTTPException {
  return new HTTPException(400, { message });
}

/** The size of a JSON text. */
interface JsonSize {
  /** Levels of nested objects and lists; 0 for a single string, number or literal. */
  readonly depth: number;
  /** The number of values: objects, lists, strings, numbers and literals, without keys. */
  readonly valueCount: number;
}

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const space = 0x20;

/** The size of JSON in UTF-8; the result has no meaning if the bytes are not JSON. */
export function measureJson(bytes: Uint8Array): JsonSize {
  let [depth, maxBodyLevels, valueCount, previous] = [0, 0, 1, 0];
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!;
    if (byte <= space) continue;
    if (byte === quote) {
      index = endOfString(bytes, index);
    } else if (byte === comma) {
      valueCount += 1;
    } else if (byte === openList || byte === openObject) {
      valueCount += 1; // the first value in it
      depth += 1;
      if (depth > maxBodyLevels) maxBodyLevels = depth;
    } else if (byte === closeList || byte === closeObject) {
      depth -= 1;
      if (previous === openList || previous === openObject) valueCount -= 1; // it is empty
    }
    previous = byte;
  }
  return { depth: maxBodyLevels, valueCount };
}

/** The index of the closing quote of the string that begins at `start`. */
function endOfString(bytes: Uint8Array, start: number): number {
  let index = start + 1;
  while (index < bytes.length && bytes[index] !== quote)
    index += bytes[index] === backslash ? 2 : 1;
  return index;
}
