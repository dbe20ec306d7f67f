// Who made a request that writes: the name of its key, the run of its token, and the origin in its header.
import { parseOriginHeader } from "../../../engine/history/origin-header.ts";
import type { Context } from "hono";
import { maxOriginLength, originHeader, type VerifiedRun } from "../../../engine/model/origin.ts";
import type { JsonObject } from "../../../engine/model/json.ts";
import type { Writer } from "../../store/stored-version.ts";

const ignoredOrigin = "X-Promptctl-Origin-Ignored";

/** The headers of the response to a write, with their descriptions. */
export const writerHeaders: Readonly<Record<string, string>> = {
  [ignoredOrigin]: `\`true\` if the header ${originHeader} is not valid: the request was executed, and its version has no origin. Absent otherwise.`,
};

export const originParameter: JsonObject = {
  name: originHeader,
  in: "header",
  description:
    "The commit and the file that the client sends, as ASCII JSON (see the schema origin). It is stored with the version that the request adds.",
  schema: { type: "string", maxLength: maxOriginLength },
};

/**
 * The writer of a request and the headers of its response. An origin that is not valid is left out: it
 * says nothing about the resource, so it must not stop the write of a client that is otherwise right.
 */
export function requestWriter(context: Context): {
  readonly writer: Writer;
  readonly headers: Readonly<Record<string, string>>;
} {
  const header = context.req.header(originHeader);
  const origin = header === undefined ? undefined : parseOriginHeader(header);
  // Set by the access control.
  const keyName: string | undefined = context.get("keyName");
  const verifiedRun: VerifiedRun | undefined = context.get("verifiedRun");
  const headers = header !== undefined && !origin ? { [ignoredOrigin]: "true" } : {};
  return { writer: { keyName, origin, verifiedRun }, headers };
}
