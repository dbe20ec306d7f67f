// The body of a request as JSON: its type, size, encoding and depth.
// Whether the JSON is a valid resource is body-check.ts.
import { HTTPException } from "hono/http-exception";
import type { Json } from "../engine/model/json.ts";

/** Levels of objects and lists in a body. The number is ours; deep schemas of parameters stay below. */
const maxDepth = 200;

/** Reads the body; throws 400 where it is not JSON, 413 where it is larger than the limit. */
export async function readJson(request: Request, limitBytes: number): Promise<Json> {
  const type = request.headers.get("content-type") ?? "";
  // 400 and not 415: the interface documents 400 for invalid requests and does not know 415.
  if (!/^application\/json\s*(;|$)/i.test(type.trim()))
    throw bad("The body must be JSON, sent with Content-Type: application/json.");
  const value = parse(await readBytes(request, limitBytes));
  const wrong = tooMuch(value);
  if (wrong) throw bad(wrong);
  return value;
}

async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array> {
  const tooLarge = (): HTTPException =>
    new HTTPException(413, { message: `The body is larger than ${limitBytes} bytes.` });
  if (Number(request.headers.get("content-length")) > limitBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const part = await reader?.read().catch(() => {
      throw bad("The body ended before it was complete.");
    });
    if (!part || part.done) return Buffer.concat(chunks);
    size += part.value.byteLength;
    if (size > limitBytes) {
      await reader?.cancel().catch(() => {});
      throw tooLarge();
    }
    chunks.push(part.value);
  }
}

function parse(bytes: Uint8Array): Json {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw bad("The body is not text in UTF-8.");
  }
  if (text.trim() === "") throw bad("The body is empty; it must be a JSON object.");
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    throw bad(`The body is not JSON: ${cause instanceof Error ? cause.message : String(cause)}.`);
  }
}

/** Items of one list: telling what is wrong with each of them takes longer than it is worth. */
const maxItems = 10_000;

/** Level by level, because a deep value would exhaust the stack of a recursive walk. */
function tooMuch(value: Json): string | undefined {
  let level: readonly Json[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return `The body has more than ${maxDepth} levels of objects and lists.`;
    if (level.some((each) => Array.isArray(each) && each.length > maxItems))
      return `A list in the body has more than ${maxItems} items.`;
    level = level
      .filter((each) => typeof each === "object" && each !== null)
      .flatMap((each) => Object.values(each as object) as Json[]);
  }
  return undefined;
}

function bad(message: string): HTTPException {
  return new HTTPException(400, { message });
}
