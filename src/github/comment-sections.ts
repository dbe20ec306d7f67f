// The sections of the comment on a pull request. The plan and the tests share one comment; a run
// writes its own section and keeps the other. A section begins with its marker, and that of the
// plan is first.

/** The texts of the sections; each begins with its marker and ends with a newline. */
export interface CommentSections {
  readonly plan?: string | undefined;
  readonly test?: string | undefined;
}

const sectionMarker = /^(?=<!-- promptctl:v1 about=(?:plan|test) )/m;

/** The sections of texts of comments. If several texts have a section, that of the first counts. */
export function sectionsIn(bodies: readonly string[]): CommentSections {
  const sections: { plan?: string; test?: string } = {};
  for (const part of bodies.flatMap((body) => body.split(sectionMarker))) {
    const about = /^<!-- promptctl:v1 about=(plan|test) /.exec(part)?.[1] as "plan" | "test";
    if (about) sections[about] ??= `${part.trimEnd()}\n`;
  }
  return sections;
}

/** The text of a comment with these sections. */
export function commentText({ plan, test }: CommentSections): string {
  return [plan, test].filter((section) => section !== undefined).join("\n");
}

/** A report without lines that look like a marker, which would begin another section. */
export function withoutMarkers(report: string): string {
  return report.replace(/^<!-- promptctl:/gm, " $&");
}
