// The marker: an HTML comment in the first line of a comment or issue. It identifies the text for
// later runs and holds the digest of the plan. Only markers in own texts count (ownership.ts).

export interface Marker {
  readonly about: "plan" | "apply" | "drift";
  /** The input label. */
  readonly label: string;
  /** Host and path of the base URL. */
  readonly target: string;
  readonly directory: string;
  /**
   * The run and attempt of a comment for a single run; empty if later runs update the text; undefined
   * to look for the markers of all runs.
   */
  readonly run: string | undefined;
}

/** The line of a marker. `digest`: of the plan; empty if there is none. */
export function markerLine(marker: Marker, digest: string): string {
  return `${markerStart(marker)}digest=${digest} -->`;
}

/** Whether a text starts with this marker. A marker elsewhere in a text is a quotation. */
export function hasMarker(body: unknown, marker: Marker): body is string {
  return typeof body === "string" && body.startsWith(markerStart(marker));
}

/** The digest in the marker of a text, or undefined. */
export function markerDigest(body: string): string | undefined {
  return /^<!-- \S+ [^>]* digest=(sha256:[0-9a-f]{64}) -->/.exec(body)?.[1];
}

/** The encoded values contain neither spaces nor `>`, so that they cannot end the comment. */
function markerStart({ about, label, target, directory, run }: Marker): string {
  const values = { about, label, target, directory, ...(run !== undefined && { run }) };
  const pairs = Object.entries(values).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return `<!-- promptctl:v1 ${pairs.join(" ")} `;
}

/** Host and path of a base URL; undefined if it is not a URL. */
export function markerTarget(baseUrl: string): string | undefined {
  if (!URL.canParse(baseUrl)) return undefined;
  const { host, pathname } = new URL(baseUrl);
  return (host + pathname).replace(/\/+$/, "");
}
