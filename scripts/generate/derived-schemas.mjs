// The parts of schemas/ that follow from others: the names of providers, from their table; the model
// parameters and the types of assertions in requests and responses, from those of definitions.
import { join } from "node:path";
import { build } from "esbuild";

/** The table of providers. */
export async function readProviderFacts(root) {
  const path = join(root, "src/engine/providers/provider-facts.ts");
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    format: "esm",
    write: false,
  });
  const code = outputFiles[0].text;
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)).providerFacts;
}

/** Changes the schemas. Returns the text of each one that has derived parts, by path from the root. */
export function deriveSchemas(schemas, providerFacts) {
  const rendering = schemas["wire/model-parameters-response"];
  schemas.parts.$defs.provider.enum = Object.keys(providerFacts);
  // Not oneOf: without `api`, only the messages tell the APIs of a provider apart.
  rendering.anyOf = Object.values(providerFacts).flatMap(({ id, apis }) =>
    apis.map((api) => renderingOf(id, api, api !== apis[0])),
  );
  const { properties, required: written } = schemas["definition/common"].$defs.modelParameters;
  // Settings have defaults, which the service fills in. Options have none.
  const hasDefault = ({ $ref }) => "default" in schemas.parts.$defs[$ref.split("/").at(-1)];
  const required = Object.keys(properties).filter(
    (name) => written.includes(name) || hasDefault(properties[name]),
  );
  Object.assign(schemas["wire/common"].$defs.modelParameters, { properties, required });
  const types = schemas["definition/assertion"].oneOf;
  schemas["wire/assertion-body"].oneOf = types.map((type) => assertion(type, "Body"));
  schemas["wire/assertion"].oneOf = types.map((type) => assertion(type, "", { id }));
  const names = [
    "parts",
    "wire/common",
    "wire/model-parameters-response",
    "wire/assertion-body",
    "wire/assertion",
  ];
  return Object.fromEntries(
    names.map((name) => [`schemas/${name}.schema.json`, formatted(schemas[name])]),
  );
}

/** A rendered prompt for one API. `isNamed`: it is not the default of its provider. */
function renderingOf(provider, { id, title, messages }, isNamed) {
  return {
    title: `${title.replace(/ API$/, "").replaceAll(" ", "")}Rendering`,
    type: "object",
    properties: {
      provider: { enum: [provider], description: "The provider, in lower case." },
      api: {
        enum: [id],
        description: isNamed ? `The ${title}.` : `The ${title}. Absent, because it is the default.`,
      },
      name: { $ref: "../parts.schema.json#/$defs/modelName" },
      parameters: {
        type: "object",
        description: `The request body of the ${title}.`,
        properties: {
          model: { type: "string", description: "The name of the model." },
          [messages]: {
            type: "array",
            description: "The messages, with variables replaced.",
            items: { type: "object", additionalProperties: true },
          },
        },
        required: ["model", messages],
        additionalProperties: true,
      },
    },
    required: ["provider", ...(isNamed ? ["api"] : []), "name", "parameters"],
  };
}

const id = { $ref: "./common.schema.json#/$defs/id" };
const evaluationId = { type: "string", minLength: 1, description: "The id of the evaluation." };

/** An assertion with ids in place of what only definitions have, and texts without files. */
function assertion({ title, description, properties, required: [, ...targets] }, suffix, ids = {}) {
  const { kind: _kind, evaluation: _evaluation, metadata: _metadata, type, ...fields } = properties;
  const sent = Object.entries(fields).map(([name, field]) =>
    field.$ref.endsWith("/text")
      ? [name, { $ref: "../parts.schema.json#/$defs/targetText" }]
      : [name, field],
  );
  return {
    title: title.replace("Definition", suffix),
    description,
    properties: { ...ids, type, evaluationId, ...Object.fromEntries(sent) },
    required: [...Object.keys(ids), "type", "evaluationId", ...targets],
  };
}

/** JSON as `npm run format` writes it: lists of texts and null on one line, if that has at most 100 characters. */
function formatted(schema) {
  const list = /^( *"\w+": )\[\s+((?:"[^"]*"|null)(?:,\s+(?:"[^"]*"|null))*)\s+\]/gm;
  return `${JSON.stringify(schema, null, 2).replace(list, (whole, key, items) => {
    const line = `${key}[${items.replace(/\s*\n\s*/g, " ")}]`;
    return line.length < 100 ? line : whole;
  })}\n`;
}
