// The hidden first line of what the Action writes on GitHub: what it is about, so that it is found
// again, and the digest of the plan it shows. It is believed only in what is our own (own.ts).

export interface Marker {
  readonly about: "plan" | "apply" | "drift";
  /** Tells apart what one repository plans several times. */
  readonly label: string;
  /** The service: host and path of its address. */
  readonly target: string;
  readonly directory: string;
  /** Of one that stands for a single run; empty where it is kept up to date. */
  readonly run: string;
}

/** The line; `digest`: of the plan, empty where there is none. */
export function markerLine(mark: Marker, digest: string): string {
  return `${startOf(mark)}digest=${digest} -->`;
}

/** Whether a text is the one of this mark. It stands at the very start: texts are quoted elsewhere. */
export function hasMarker(body: unknown, mark: Marker): body is string {
  return typeof body === "string" && body.startsWith(startOf(mark));
}

/** Whether it is one of these, of whichever run. */
export function hasMarkerOfAnyRun(body: unknown, mark: Marker): body is string {
  return typeof body === "string" && body.startsWith(identity(mark));
}

/** The digest of the plan that a text shows; undefined where it shows none. */
export function markerDigest(body: string): string | undefined {
  return /^<!-- \S+ [^>]* digest=(sha256:[0-9a-f]{64}) -->/.exec(body)?.[1];
}

function startOf(mark: Marker): string {
  return `${identity(mark)}run=${word(mark.run)} `;
}

function identity({ about, label, target, directory }: Marker): string {
  return `<!-- promptctl:v1 about=${about} label=${word(label)} target=${word(target)} directory=${word(directory)} `;
}

/** One word that cannot end the comment. */
function word(text: string): string {
  return encodeURIComponent(text);
}

/** Host and path of an address, as a mark has them; undefined where it is none. */
export function markerTarget(baseUrl: string): string | undefined {
  if (!URL.canParse(baseUrl)) return undefined;
  const { host, pathname } = new URL(baseUrl);
  return (host + pathname).replace(/\/+$/, "");
}
