// A native request as a curl command.
import { shellQuote } from "../../engine/text/shell-quote.ts";
import { jsonText } from "../text/json-text.ts";

interface NativeCall {
  readonly url: string;
  /** The headers; a value can have the name of an environment variable, as `$NAME`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** A command for a POSIX shell, which fills in the environment variables of the headers. */
export function curlText({ url, headers, body }: NativeCall): string {
  const lines = [
    `curl ${shellQuote(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    `-d '${jsonText(body, 2).replaceAll("'", "\\u0027")}'`,
  ];
  return `${lines.join(" \\\n  ")}\n`;
}
