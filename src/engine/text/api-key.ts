// The API key: whether it can be sent, and how it is removed from messages.
import { wrongUsage } from "../model/failure.ts";

/**
 * The environment variable with the API key of the service; those of environments have a suffix.
 */
export const genericKeyVariable = "PROMPTCTL_API_KEY";

/** Shorter keys are not hidden: hiding them would garble all texts. In characters. */
export const minKeyLength = 4;

/** Whether a key can be sent in a header: printable ASCII, with spaces only inside. */
export function isHeaderSafe(key: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(key);
}

/** The message and the hint for a key that cannot be sent. */
export function malformedKeyText(
  key: string,
  keyVariable: string = genericKeyVariable,
): readonly [message: string, hint: string] {
  if (key.trim() === "")
    return [
      `The API key (${keyVariable}) is empty.`,
      "Check that its variable is set, or omit the key if the service needs none.",
    ];
  return [
    `The API key (${keyVariable}) contains a line break or a character that is not ASCII.`,
    "Copy the key again. It is not shown here.",
  ];
}

/** The key without surrounding spaces. Throws a Failure if no request can carry it. */
export function checkedKey(key: string | undefined, keyVariable?: string): string | undefined {
  const trimmed = key?.trim();
  if (trimmed === undefined || isHeaderSafe(trimmed)) return trimmed;
  throw wrongUsage("wrong-key", ...malformedKeyText(trimmed, keyVariable));
}

/**
 * Removes the API key from a text of somebody else, in every form that the text may contain it in.
 */
export function redactKey(text: string, key: string | undefined): string {
  return key === undefined ? text : redactForms(text, formsOf(key));
}

/** Replaces the forms of keys in a text. */
export function redactForms(text: string, forms: readonly string[]): string {
  return forms.reduce((rest, form) => rest.replaceAll(form, "(the key)"), text);
}

/**
 * The API key unchanged, in JSON, in a URL, in base64 and in hexadecimal, longest first. None for a
 * key that is too short.
 */
export function formsOf(key: string): string[] {
  if (key.length < minKeyLength) return [];
  const bytes = new TextEncoder().encode(key);
  const base64 = btoa(String.fromCharCode(...bytes)).replace(/=+$/, "");
  const escaped = encodeURIComponent(key);
  const forms = [
    key,
    JSON.stringify(key).slice(1, -1),
    escaped,
    escaped.toLowerCase(),
    base64,
    base64.replaceAll("+", "-").replaceAll("/", "_"),
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""),
  ];
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}
