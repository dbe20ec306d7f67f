// The compiled validators with their schemas, as loading takes them.
import type { Grammar, Validator } from "../engine/validate/grammar.ts";
import { configuration, definitions } from "../generated/definition-validators.js";
import { schemas } from "../generated/schemas.ts";
import type { Grammars } from "../sync/load.ts";

/** How definitions of each kind are validated. */
export const grammars: Grammars = Object.fromEntries(
  Object.entries(definitions).map(([kind, validate]) => [
    kind,
    grammar(validate, `definition/${kind}`),
  ]),
);

/** How promptctl.yaml is validated. */
export const configurationGrammar: Grammar = grammar(configuration, "configuration");

/** The schemas are read when something is wrong: only messages need them. */
function grammar(validate: Validator, name: string): Grammar {
  return {
    validate,
    name,
    get schemas() {
      return schemas();
    },
  };
}
