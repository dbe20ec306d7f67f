// The compiled validators with their schemas, as loading takes them.
import type { Grammar } from "../engine/validate.ts";
import { configuration, definitions } from "../generated/definition-validators.js";
import { schemas } from "../generated/schemas.ts";
import type { Grammars } from "../sync/load.ts";

/** How definitions of each kind are validated. */
export const grammars: Grammars = Object.fromEntries(
  Object.entries(definitions).map(([kind, validate]) => [
    kind,
    { validate, schemas, name: `definition/${kind}` },
  ]),
);

/** How promptctl.yaml is validated. */
export const configurationGrammar: Grammar = {
  validate: configuration,
  schemas,
  name: "configuration",
};
