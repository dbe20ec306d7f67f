// The marker: an HTML comment in the first line of a comment or issue. It identifies the text for
// later runs and holds the digest of the plan. Only markers in own texts count (github/api/own-texts.ts).
import { type Failure, isCallFailure } from "../../engine/model/failure.ts";

export interface Marker {
  readonly about: "plan" | "test" | "apply" | "drift";
  /** The environment of promptctl.yaml; absent or empty if there is none. */
  readonly environment?: string;
  /** The input label. */
  readonly label: string;
  /**
   * Host and path of the base URL; empty for tests and with an environment. Undefined to look for
   * the markers of all services.
   */
  readonly target: string | undefined;
  readonly directory: string;
  /**
   * The run and attempt of a comment for a single run; empty if later runs update the text;
   * undefined to look for the markers of all runs.
   */
  readonly run: string | undefined;
}

/** More digests would take too much of the 65,536 characters of a comment. */
const maxPermitted = 1000;

/** What a marker stores for later runs. */
export interface MarkerData {
  /** The digest of the plan; empty if there is none. */
  readonly digest: string;
  /** The codes of the alerts of the plan. */
  readonly alerts?: readonly string[];
  /**
   * The digests of what a review of the plan permits to change; not stored if there are too many.
   */
  readonly permitted?: readonly string[];
  /** The workflow run that wrote the text. */
  readonly writer?: MarkerWriter | undefined;
  /** The attempts of runs, `<run id>.<attempt>`, with their outcomes. */
  readonly runs?: readonly (readonly [run: string, outcome: string])[];
}

/** A run of a workflow of GitHub. */
export interface MarkerWriter {
  readonly workflow: string;
  /** Later runs have larger numbers. */
  readonly run: number;
}

/** The line of a marker. */
export function markerLine(
  marker: Marker,
  { digest, alerts = [], writer, permitted = [], runs = [] }: MarkerData,
): string {
  const isListed = permitted.length > 0 && permitted.length <= maxPermitted;
  const parts = [
    `digest=${digest}`,
    alerts.length > 0 ? `alerts=${alerts.join(",")}` : [],
    writer ? `by=${encodeURIComponent(writer.workflow)}:${writer.run}` : [],
    isListed ? `permitted=${permitted.join(",")}` : [],
    runs.length > 0 ? `runs=${runs.map((run) => run.join(":")).join(",")}` : [],
  ];
  return `${markerStart(marker)}${parts.flat().join(" ")} -->`;
}

/** Whether a text starts with this marker. A marker elsewhere in a text is a quotation. */
export function hasMarker(body: unknown, marker: Marker): body is string {
  if (typeof body !== "string" || !body.startsWith(prefix)) return false;
  return body.startsWith(markerStart({ ...marker, target: marker.target ?? markerTargetOf(body) }));
}

/** The service in the marker of a text. */
export function markerTargetOf(body: string): string {
  return decodeValue(/^<!-- \S+ [^>]*?target=(\S*) /.exec(body)?.[1] ?? "");
}

/** The environment in the marker of a text; empty if there is none. */
export function markerEnvironmentOf(body: string): string {
  return decodeValue(/^<!-- promptctl:v1 about=\w+ env=(\S+) /.exec(body)?.[1] ?? "");
}

/** The digest in the marker of a text, or undefined. */
export function markerDigest(body: string): string | undefined {
  return /^<!-- \S+ [^>]* digest=(sha256:[0-9a-f]{64}) /.exec(body)?.[1];
}

/** The workflow run that wrote a text with a marker; undefined if the marker does not say it. */
export function markerWriter(body: string): MarkerWriter | undefined {
  const [, workflow, run] = /^<!-- \S+ [^>]* by=([^\s:]+):(\d+) /.exec(body) ?? [];
  return workflow === undefined ? undefined : { workflow: decodeValue(workflow), run: Number(run) };
}

/** The codes of the alerts in the marker of a text. */
export function markerAlerts(body: string): string[] {
  return /^<!-- \S+ [^>]* alerts=([a-z,]+) /.exec(body)?.[1]?.split(",") ?? [];
}

/** The digests of permitted changes in the marker of a text. */
export function markerPermitted(body: string): string[] {
  return /^<!-- \S+ [^>]* permitted=([\w,-]+) -->/.exec(body)?.[1]?.split(",") ?? [];
}

/** The attempts of runs in the marker of a text, with their outcomes. */
export function markerRuns(body: string): (readonly [run: string, outcome: string])[] {
  const runs = /^<!-- \S+ [^>]* runs=([\d.:,a-z]+) -->/.exec(body)?.[1] ?? "";
  return [...runs.matchAll(/(\d+\.\d+):([a-z]+)/g)].map(([, run, outcome]) => [run!, outcome!]);
}

const prefix = "<!-- promptctl:v1 ";

/** The encoded values contain neither spaces nor `>`, so that they cannot end the comment. */
function markerStart(marker: Marker): string {
  const { about, environment: env = "", label, target = "", directory, run } = marker;
  const values = {
    about,
    ...(env !== "" && { env }),
    label,
    target,
    directory,
    ...(run !== undefined && { run }),
  };
  const pairs = Object.entries(values).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return `${prefix}${pairs.join(" ")} `;
}

/** The value of a text by `encodeURIComponent`; empty for other texts, which no marker has. */
function decodeValue(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** The statuses of a service at the right base URL that cannot make a plan now. */
const serviceStatus = /^(401|403|429|5..)$/;

/**
 * Whether a wrong directory or base URL may have caused the failure of a plan. A new text about it
 * would have a marker that later runs do not look for, so that none of them would update it.
 */
export function mayHaveWrongMarker(failure: Failure): boolean {
  if (isCallFailure(failure)) return !serviceStatus.test(String(failure.status));
  return ["no-project", "no-service", "no-environment", "wrong-base-url"].includes(failure.code);
}

/** Host and path of a base URL; undefined if it is not a URL. */
export function markerTarget(baseUrl: string): string | undefined {
  if (!URL.canParse(baseUrl)) return undefined;
  const { host, pathname } = new URL(baseUrl);
  return (host + pathname).replace(/\/+$/, "");
}
