// The compiled validators of definitions and of promptctl.yaml, with their schemas.
import { once } from "../engine/model/collections.ts";
import type { Grammar, Validator } from "../engine/validate/grammar.ts";
import { configuration, definitions } from "../generated/definition-validators.js";
import { schemas } from "../generated/schemas.ts";
import { bundled } from "../engine/validate/schema-bundle.ts";
import type { Grammars } from "../engine/validate/validate-document.ts";

/** Validates the definitions of each kind. */
export const grammars: Grammars = Object.fromEntries(
  Object.entries(definitions).map(([kind, validate]) => [
    kind,
    grammar(validate, `definition/${kind}`),
  ]),
);

/** Validates promptctl.yaml. */
export const configurationGrammar: Grammar = grammar(configuration, "configuration");

function grammar(validate: Validator, name: string): Grammar {
  return { validate, schema: once(() => bundled(schemas(), name)) };
}
