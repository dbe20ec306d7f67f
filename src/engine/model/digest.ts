// Digests of texts and JSON values.
import { createHash } from "node:crypto";
import { canonicalJson, type Json } from "./json.ts";

/** `sha256:` and the hexadecimal digest of a text. */
export function digestText(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** The digest of a value's canonical text. */
export function digestJson(value: Json): string {
  return digestText(canonicalJson(value));
}
