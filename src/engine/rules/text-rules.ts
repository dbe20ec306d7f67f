// Findings about texts: invisible characters, carriage returns, secrets.
import type { Finding, Span } from "../model/diagnostic.ts";
import type { Path } from "../model/json.ts";
import type { SourceFile } from "../model/source-file.ts";
import { memo } from "../model/collections.ts";
import { maxBodyBytes } from "../model/service-limits.ts";
import { invisibleCharacters } from "../text/invisible-characters.ts";
import { mebibytes } from "../text/quantities.ts";
import { mayNameSecret, namedSecretAt } from "../text/named-secrets.ts";
import { candidateSecrets } from "../text/secrets.ts";
import type { RuleProject, Subject } from "./rule.ts";
import { eachText } from "./texts.ts";

/** Invisible characters and carriage returns in all texts that are sent. */
export function oddTexts(subject: Subject, project: RuleProject): Finding[] {
  if (!project.files(subject).some(mayHaveOddText)) return [];
  return findInTexts(subject, (text) => [...findInvisible(text), ...carriageReturns(text)]);
}

/** Texts that look like secrets. */
export function secretTexts(subject: Subject, project: RuleProject): Finding[] {
  const files = project.files(subject);
  if (!files.some(mayHaveSecret)) return [];
  return findInTexts(subject, (text, path) => findSecrets(text, path, files[0].path));
}

/** Texts that are so large that models and services refuse them. */
export function largeTexts(subject: Subject, project: RuleProject): Finding[] {
  if (!project.files(subject).some(mayHaveLargeText)) return [];
  return findInTexts(subject, (text) => {
    if (text.length * maxBytesOfCharacter <= maxTextBytes) return [];
    const size = new TextEncoder().encode(text).length;
    if (size <= maxTextBytes) return [];
    return [
      {
        code: "large-text",
        message: `This text has ${mebibytes(size)}. Few models read as much, and the embedded service takes at most ${mebibytes(maxBodyBytes)} in a request.`,
        hint: "Check that it is the text that is meant, and shorten it.",
      },
    ];
  });
}

/** The largest text without a warning. */
const maxTextBytes = 1024 * 1024;
/** The most bytes that one UTF-16 code unit takes in UTF-8. */
const maxBytesOfCharacter = 3;

function findInTexts(
  { definition }: Subject,
  find: (text: string, path: Path) => readonly TextFinding[],
): Finding[] {
  const found: Finding[] = [];
  eachText(definition.spec, (text, path) => {
    if (path.at(-1) === "imageBase64") return;
    found.push(...find(text, path).map((each) => ({ ...each, path: [...path] })));
  });
  return found;
}

// What a file may have is computed once for all its definitions (docs/performance.md, row "validate 2,000").

/** False for a file without invisible characters, carriage returns and escapes. */
const mayHaveOddText = memo(
  ({ text }: SourceFile) => text.includes("\\") || mayContainInvisible.test(text),
  new WeakMap<SourceFile, boolean>(),
);

/** False for a file that is too small to have a large text. */
function mayHaveLargeText({ text }: SourceFile): boolean {
  return text.length * maxBytesOfCharacter > maxTextBytes;
}

/** False for a file without secrets and escapes. No pattern of a secret matches more than one line. */
const mayHaveSecret = memo(
  ({ text }: SourceFile) =>
    text.includes("\\") || candidateSecrets(text).length > 0 || mayNameSecret.test(text),
  new WeakMap<SourceFile, boolean>(),
);

type TextFinding = Omit<Finding, "path">;

/** Invisible characters, including those that change the text direction. A NUL is an error: bad-text. */
function findInvisible(text: string): TextFinding[] {
  if (!mayContainInvisible.test(text)) return [];
  const all = [...text.matchAll(invisibleCharacters)].filter(
    ([each]) => !"\0\t\n\r".includes(each),
  );
  const [first] = all;
  if (!first) return [];
  const points = [...new Set(all.map(([each]) => codePoint(each)))];
  const some = points.slice(0, 5).join(", ") + (points.length > 5 ? ", …" : "");
  return [
    {
      code: "invisible-character",
      span: { offset: first.index, length: first[0].length },
      message: `This text contains ${all.length === 1 ? "an invisible character" : `${all.length} invisible characters`}: ${some}.`,
      hint: "Reviewers cannot see it, but the model reads it. Remove it, or ignore this warning if it is intended.",
    },
  ];
}

/** Matches every text with an invisible character or a carriage return, and few others. */
const mayContainInvisible =
  /[^\n\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u3001-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/;

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Carriage returns, most often from an editor on Windows. */
function carriageReturns(text: string): TextFinding[] {
  const offset = text.indexOf("\r");
  if (offset < 0) return [];
  return [
    {
      code: "carriage-return",
      span: { offset, length: 1 },
      message: "This text contains carriage returns. They are sent unchanged.",
      hint: "Use \\n as the line ending.",
    },
  ];
}

/** Messages never quote a secret. `file`: the file of the definition. */
function findSecrets(text: string, path: Path, file: string): TextFinding[] {
  const found = candidateSecrets(text).flatMap(({ name, pattern }): TextFinding[] => {
    const match = pattern.exec(text);
    if (!match) return [];
    const span = { offset: match.index, length: match[0].length };
    return [{ ...secretFinding(name, span, file), severity: "error" }];
  });
  return found.length > 0 ? found : findNamedSecret(text, path, file);
}

/** Where other values have such names too, it is a warning. */
function findNamedSecret(text: string, path: Path, file: string): TextFinding[] {
  const found = namedSecretAt(text, path);
  if (!found) return [];
  const { name, secret, isSure } = found;
  const span = { offset: text.indexOf(secret), length: secret.length };
  const finding = secretFinding(`the secret that its key "${name}" names`, span, file);
  return [{ ...finding, severity: isSure ? "error" : "warning" }];
}

function secretFinding(name: string, span: Span, file: string): TextFinding {
  return {
    code: "secret",
    span,
    message: `This looks like ${name}: it would be stored in git and sent to the model.`,
    hint: `Remove it and revoke it with its issuer. If it is no secret, add a comment to ${file}: # promptctl-ignore: secret`,
  };
}
