// Reads a request body as JSON, with limits on its size, depth and number of values, so that no body
// blocks the event loop for long. validate-body.ts checks its content.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Json } from "../../../engine/model/json.ts";
import { measureJson } from "./measure-json.ts";
import { readBody } from "./read-body.ts";

/** Levels of nested objects and lists. Chosen by this project: real JSON Schemas have far fewer. */
const maxDepth = 200;

/** Values in a body. Chosen by this project: a conversation of 1,000 messages has about 7,000. */
const maxValues = 50_000;

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
  if (depth > maxDepth)
    throw badRequest(`The body has more than ${maxDepth} levels of objects and lists.`);
  if (valueCount > maxValues) throw badRequest(`The body has more than ${maxValues} values.`);
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
