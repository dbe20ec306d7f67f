// The shape of a kind: how its values are normalized. Shapes are data, generated from schemas/: the
// keyword `x-form` marks text, base64, JSON text, and local fields that are not sent.
import type { Json } from "./json.ts";

export type Shape =
  /** Compared as JSON. `known`: the only values this version understands. */
  | { readonly form: "value"; readonly known?: readonly Json[] }
  /**
   * JSON; a definition can have exactly `{ file }` instead, which names a file of JSON or YAML.
   * `ordered`: the order of its keys counts, at every depth.
   */
  | { readonly form: "json"; readonly ordered?: boolean }
  /** A string; a definition can have `{ file }` instead, and a list of parts in place of a text. */
  | { readonly form: "text" | "base64" }
  /**
   * JSON text, compared as JSON if it is valid; a definition can have an object instead, and with
   * `file` also `{ file }`.
   */
  | { readonly form: "jsonText"; readonly file?: boolean }
  /** A list. `set`: order and repetition are ignored. */
  | { readonly form: "list"; readonly set?: boolean; readonly items: Shape }
  /**
   * A list of blocks; in a definition a string, `{ file }` or a list of parts is one TEXT block.
   */
  | { readonly form: "content"; readonly items: Shape }
  /** `sparse`: a field that is null or an empty object is absent, and so is an empty object itself. */
  | {
      readonly form: "object";
      readonly fields: { readonly [name: string]: Field };
      readonly sparse?: boolean;
    }
  /** An object; the value of the field `tag` selects one of the cases. */
  | {
      readonly form: "union";
      readonly tag: string;
      readonly cases: { readonly [tag: string]: Shape };
    };

interface Field {
  readonly shape: Shape;
  /** The value of an absent or null field. */
  readonly default?: Json;
}
