// The sections of the comment on a pull request. The plan and the tests of all environments share one
// comment; a run writes its own section and keeps the others. A section begins with its marker.
import { markerEnvironmentOf } from "../../views/text/marker.ts";

/** What a section is about. */
export interface SectionName {
  readonly about: "plan" | "test";
  /** Empty without environments. */
  readonly environment: string;
}

/** By `sectionKey`. Each text begins with its marker and ends with a newline. */
export type CommentSections = ReadonlyMap<string, string>;

/** The key of a section. The keys sort as a comment shows its sections. */
export function sectionKey({ about, environment }: SectionName): string {
  return `${environment} ${about}`;
}

/**
 * The sections of the text of a comment. There are none if it begins with another text: a marker
 * is then a quotation.
 */
export function splitSections(body: string): string[] {
  return sectionMarker.test(body) ? body.split(sectionStart) : [];
}

const sectionStart = /^(?=<!-- promptctl:v1 about=(?:plan|test) )/m;
const sectionMarker = /^<!-- promptctl:v1 about=(plan|test) /;

/** The sections of texts of comments. If several texts have a section, that of the first counts. */
export function sectionsIn(bodies: readonly string[]): CommentSections {
  const sections = new Map<string, string>();
  for (const part of bodies.flatMap(splitSections)) {
    const about = sectionMarker.exec(part)![1] as SectionName["about"];
    const key = sectionKey({ about, environment: markerEnvironmentOf(part) });
    if (!sections.has(key)) sections.set(key, `${part.trimEnd()}\n`);
  }
  return sections;
}

/** The text of a comment with these sections: by environment, the plan before the tests. */
export function commentText(sections: CommentSections): string {
  return [...sections.keys()]
    .sort()
    .map((key) => sections.get(key)!)
    .join("\n");
}

/** A report without lines that look like a marker, which would begin another section. */
export function withoutMarkers(report: string): string {
  return report.replace(/^<!-- promptctl:/gm, " $&");
}
