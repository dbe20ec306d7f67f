// The shape of a kind: how its values are brought to normal form. Data, made from schemas/
// (the keyword `x-form` says what is text, base64, JSON text, or local and never sent).
import type { Json } from "./json.ts";

export type Shape =
  /** Compared as JSON. `known`: the only values this version understands. */
  | { readonly form: "value"; readonly known?: readonly Json[] }
  /** A string; a definition may say `{ file }` instead. */
  | { readonly form: "text" | "base64" }
  /** JSON text, compared as JSON where it is; a definition may give an object instead. */
  | { readonly form: "jsonText" }
  /** A list; where `set`, order and repetition mean nothing. */
  | { readonly form: "list"; readonly set?: boolean; readonly items: Shape }
  /** A list of blocks; a definition may give a string or `{ file }`: one TEXT block. */
  | { readonly form: "content"; readonly items: Shape }
  | { readonly form: "object"; readonly fields: { readonly [name: string]: Field } }
  /** An object whose field `tag` says which of the cases it is. */
  | {
      readonly form: "union";
      readonly tag: string;
      readonly cases: { readonly [tag: string]: Shape };
    };

export interface Field {
  readonly shape: Shape;
  /** What an absent or null field means. */
  readonly default?: Json;
}
