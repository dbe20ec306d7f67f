// The alerts in the JSON document of a plan.
import type { AlertDocument } from "../../generated/types.ts";
import type { Alert } from "../model/alert.ts";

/** The alert with its text and the facts that a policy can decide with. */
export function alertDocument({ code, addresses, text = [], hint, facts }: Alert): AlertDocument {
  const words = hint ? [...text, "; ", ...hint] : text;
  return {
    code,
    addresses: [...addresses],
    message: words.map((word) => (typeof word === "string" ? word : word.code)).join(""),
    ...facts,
  } as AlertDocument;
}

/** Reads an alert from a document. Its whole message may be from definitions. */
export function alertFrom({ code, addresses, message, ...facts }: AlertDocument): Alert {
  return { code, addresses, text: [{ code: message }], facts: facts as object };
}
