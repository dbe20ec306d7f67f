// Tool calls in replies of compatible servers: ids that are missing, and arguments of any type.
import { once } from "../engine/model/collections.ts";
import type { Json } from "../engine/model/json.ts";
import { exactJsonText } from "../engine/model/number-texts.ts";
import { shortDigest } from "../engine/text/digest.ts";
import { expectType } from "./provider.ts";

/** The ids of the calls of one reply. */
export interface CallIds {
  /** The id of the next call: the one that it has, or a new one if that is missing or repeated. */
  idOf(given: Json | undefined, field: string): string;
}

/** `reply`: the reply or a part of it that differs in each turn, because the ids of a conversation must differ. */
export function createCallIds(reply: Json): CallIds {
  const ids = new Set<string>();
  const digest = once(() => shortDigest(reply));
  let count = 0;
  return {
    idOf: (given, field) => {
      count++;
      const text = typeof given === "number" ? String(given) : (given ?? "");
      const own = expectType(text, "string", field);
      const id = own === "" || ids.has(own) ? `call_${shortDigest([digest(), count])}` : own;
      ids.add(id);
      return id;
    },
  };
}

/** The arguments as JSON text: a text as it is, `{}` without arguments. */
export function argumentText(given: Json | undefined): string {
  return typeof given === "string" ? given : exactJsonText(given ?? {});
}
