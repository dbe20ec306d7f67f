// Digests of texts and JSON values.
import { createHash } from "node:crypto";
import { canonicalJson, type Json } from "../model/json.ts";

/** `sha256:` and the hexadecimal digest of a text. */
export function digestText(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** The digest of a value's canonical text. */
export function digestJson(value: Json): string {
  return digestText(canonicalJson(value));
}

/** The first 96 bits of the digest of a value's canonical text, as 16 characters of base64url. */
export function shortDigest(value: Json): string {
  return createHash("sha256").update(canonicalJson(value)).digest("base64url").slice(0, 16);
}
