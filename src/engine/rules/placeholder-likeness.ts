// What looks like a placeholder and is hardly meant as one. Each row must be right nearly always: any name
// can be a variable.

/** What a placeholder looks like, and how to write that literally. */
export interface Likeness {
  /** For messages: "JSON". */
  readonly name: string;
  /** After "If it is meant literally,". */
  readonly remedy: string;
}

interface Row extends Likeness {
  /** Matches the name of the placeholder; default: any. */
  readonly inside?: RegExp;
  /** Matches what is directly before it; default: anything. */
  readonly before?: RegExp;
}

const apart = "write a space between the braces: { { … } }";

const rows: readonly Row[] = [
  {
    name: "an expression of GitHub Actions or Azure Pipelines",
    before: /\$$/,
    inside:
      /^(?:github|env|vars|jobs?|steps|runner|secrets|strategy|matrix|needs|inputs|parameters|variables|pipeline|dependencies)[.[]|^(?:if|each|elseif)\s|\w\(/,
    remedy: apart,
  },
  {
    // Not `\nName{{x}}`, where \n is meant as a line ending, and not a path such as C:\logs{{x}}.
    name: "an argument of a LaTeX command",
    before: /(?<!\b[A-Za-z]:\S{0,30})\\(?![nrt][A-Z])[A-Za-z]{2,}\*?(?:\[[^\]{}]{0,20}\])?$/,
    remedy: "write one pair of braces, or a space between two",
  },
  {
    name: "an attribute in JSX",
    before: /\w=$/,
    inside: /^[\w-]+\s*:/,
    remedy: apart,
  },
  {
    name: "JSON with doubled braces",
    inside: /^["']|^[\w-]+\s*:\s*["'\d[]/,
    remedy: "write one pair of braces",
  },
  {
    name: "an expression of Handlebars",
    inside: /^(?:else(?:\s+if\s.*)?|this(?:[./].+)?|@\w.*|\.\.\/.*)$/s,
    remedy: apart,
  },
  {
    name: "a Go template",
    inside: /^\.(?:\w|$)|^(?:if|range|with|template|define|block|include)\s+["$.(]/,
    remedy: apart,
  },
  {
    // A call, a subscript, an operator, a condition, or a character that no name begins or ends with.
    name: "an expression",
    inside:
      /\w\(|\w\[["'\d]|[=!<>]=|&&|\?\?|\s[+*~]\s|\sif\s.{1,80}\selse\s|^[-"'$%()*+,.:;<=?@[\\\]`~]|[-~]$/s,
    remedy: apart,
  },
];

/** The part of a name that is looked at: JSON can be long. */
const maxName = 200;

/** The part before the placeholder that is looked at. */
const maxBefore = 60;

/** What a placeholder with this name looks like after this text; undefined if it can be meant as one. */
export function likenessOf(name: string, textBefore: string): Likeness | undefined {
  const [start, end] = [name.slice(0, maxName), textBefore.slice(-maxBefore)];
  return rows.find(
    ({ inside, before }) => inside?.test(start) !== false && before?.test(end) !== false,
  );
}
