// Finds texts that have an effect in a Markdown page on GitHub, with the reference parser of
// CommonMark. An oracle for src/views/text/markdown.ts: it shares no code with it.
import { type Node, Parser } from "commonmark";

/** Part of each untrusted text, so that the oracle finds the text in the page. */
export const sentinel = "ZQX";

export interface PageReading {
  /** Descriptions of texts with an effect; empty if the page is safe. */
  readonly flaws: readonly string[];
  /** The text of code spans and fences, which has no effect. */
  readonly code: string;
  /** All other text. */
  readonly prose: string;
}

const html =
  /^(?:<details><summary>(?:Details(?: of (?:1 change|\d+ changes))?|\d+ [a-z]+ to [a-z]+(?:: [\w.[\]]+)? \(… is unchanged text\)|all \d+ [a-z]+)<\/summary>|<\/details>)$/;

/** `links`: the expected destinations of links. */
export function readPage(page: string, links: readonly string[] = []): PageReading {
  const flaws: string[] = [];
  const code: string[] = [];
  const prose: string[] = [];
  const walker = new Parser().parse(page).walker();
  for (let step = walker.next(); step; step = walker.next()) if (step.entering) check(step.node);
  if (/`{81}/.test(page)) flaws.push("a run of backticks that GitHub's parser does not support");
  return { flaws, code: code.join("\n"), prose: prose.join("\n") };

  function check(node: Node): void {
    const literal = node.literal ?? "";
    switch (node.type) {
      case "code":
        return void code.push(literal);
      case "code_block":
        if (!["diff", "text"].includes(node.info ?? "")) flaws.push(`a fence of ${node.info}`);
        return void code.push(literal);
      case "html_block":
      case "html_inline":
        if (!html.test(literal.trim())) flaws.push(`HTML: ${literal}`);
        return;
      case "link":
        if (!links.includes(node.destination ?? "")) flaws.push(`a link to ${node.destination}`);
        return;
      case "image":
        return void flaws.push(`an image of ${node.destination}`);
      case "text":
        prose.push(literal);
        if (literal.includes(sentinel)) flaws.push(`untrusted text: ${literal}`);
        if (/@|#\d|https?:|www\.|GH-/.test(literal)) flaws.push(`a reference: ${literal}`);
    }
  }
}
