// The lines that `serve` logs on standard error.
import { jsonText } from "../../views/text/json-text.ts";
import type { CommandHost, OutputFormat } from "../host/command-host.ts";

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
 * Collects the texts of one turn of the event loop, and writes them together at its end or with `flush`:
 * a write for each request takes a tenth of its time (npm run bench:service, row "get a prompt"). A
 * process that is killed loses those of one turn.
 */
export function writeOncePerTurn(write: (text: string) => void): {
  readonly add: (text: string) => void;
  readonly flush: () => void;
} {
  let pending = "";
  const flush = (): void => {
    if (pending !== "") write(pending);
    pending = "";
  };
  const add = (text: string): void => {
    if (pending === "") setImmediate(flush);
    pending += text;
  };
  return { add, flush };
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
