// The lines that `serve` logs on standard error.
import { jsonText } from "../../views/text/json-text.ts";
import type { CommandHost } from "../host/command-host.ts";
import type { OutputFormat } from "../host/output-format.ts";

/** Writes one line for an entry, with the time. Fields without a value are left out. */
export type ServiceLog = (entry: object) => void;

/** By default, text on a terminal and JSON elsewhere. */
export function createServiceLog(
  host: Pick<CommandHost, "err" | "terminal" | "time">,
  format: OutputFormat<"serve"> = host.terminal.err ? "text" : "json",
): ServiceLog {
  return (entry) => {
    const timed = { time: host.time().toISOString(), ...entry };
    host.err(`${format === "json" ? jsonText(timed) : fieldsText(timed)}\n`);
  };
}

/**
 * Collects the texts of one turn of the event loop and writes them together: a write for each request
 * takes a tenth of the time of a single get (npm run bench:service).
 */
export function writeOncePerTurn(write: (text: string) => void): (text: string) => void {
  let pending = "";
  const flush = (): void => {
    write(pending);
    pending = "";
  };
  return (text) => {
    if (pending === "") setImmediate(flush);
    pending += text;
  };
}

/** `time=… status=200`; values that are not plain words are JSON. */
function fieldsText(entry: object): string {
  return Object.entries(entry)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${isWord(value) ? value : jsonText(value)}`)
    .join(" ");
}

function isWord(value: unknown): boolean {
  return typeof value === "string" && /^[\w./:%@+-]+$/.test(value);
}
