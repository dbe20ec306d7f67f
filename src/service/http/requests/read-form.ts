// Reads the body of an HTML form, with limits on its size and on the number of its fields.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { readBody } from "./read-body.ts";

/** Fields of a form. Chosen by this project: a prompt with 1,000 variables is unusual. */
const maxFields = 10_000;

/** Throws 400 if the body is not a form, 413 if it is larger than the limit. */
export async function readForm(context: Context, limitBytes?: number): Promise<URLSearchParams> {
  const type = context.req.header("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type.trim()))
    throw new HTTPException(400, { message: "The body must be an HTML form, URL-encoded." });
  const text = new TextDecoder().decode(await readBody(context, limitBytes));
  if (countFields(text) > maxFields)
    throw new HTTPException(413, { message: `The form has more than ${maxFields} fields.` });
  return new URLSearchParams(text);
}

function countFields(text: string): number {
  let count = 1;
  for (let at = text.indexOf("&"); at !== -1; at = text.indexOf("&", at + 1)) count++;
  return count;
}
