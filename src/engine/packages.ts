// Packages of the engine, as functions.
import * as Crypto from "node:crypto";
import * as JsonP3 from "json-p3";
import * as Yaml from "yaml";

/** The YAML parser with source locations. */
export function yaml(): typeof Yaml {
  return Yaml;
}

/** JSONPath, RFC 9535. */
export function jsonPath(): typeof JsonP3 {
  return JsonP3;
}

/** Node's digests. */
export function crypto(): typeof Crypto {
  return Crypto;
}
