// Packages that many runs do without: each is loaded when it is first used. The build puts those that are
// not Node's own into files beside the program.
import { createRequire } from "node:module";
import type * as Crypto from "node:crypto";
import type * as JsonP3 from "json-p3";
import type * as Yaml from "yaml";

const load = createRequire(import.meta.url);

let yamlPackage: typeof Yaml | undefined;
let jsonP3: typeof JsonP3 | undefined;

/** The reader of YAML that knows where everything stands. */
export function yaml(): typeof Yaml {
  return (yamlPackage ??= load("yaml") as typeof Yaml);
}

/** JSONPath, RFC 9535. */
export function jsonPath(): typeof JsonP3 {
  return (jsonP3 ??= load("json-p3") as typeof JsonP3);
}

/** Node's digests. */
export function crypto(): typeof Crypto {
  return load("node:crypto") as typeof Crypto;
}
