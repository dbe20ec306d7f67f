// What of a Markdown page could act on GitHub, as the reference parser of CommonMark reads it;
// nothing where all is well. Written apart from src/views/markdown.ts, which it judges.
import { type Node, Parser } from "commonmark";

/** What stands in texts of others, so that they are found wherever they got to. */
export const sentinel = "ZQX";

export interface Read {
  /** What is wrong. */
  readonly flaws: readonly string[];
  /** All that is code, and so means nothing. */
  readonly code: string;
  /** All that is text. */
  readonly prose: string;
}

const html = new Set(["<details><summary>Details</summary>", "</details>"]);

/** `links`: where links of ours lead. */
export function readPage(page: string, links: readonly string[] = []): Read {
  const flaws: string[] = [];
  const code: string[] = [];
  const prose: string[] = [];
  const walker = new Parser().parse(page).walker();
  for (let step = walker.next(); step; step = walker.next()) if (step.entering) look(step.node);
  if (/`{81}/.test(page)) flaws.push("a run of backticks that GitHub's parser gives up at");
  return { flaws, code: code.join("\n"), prose: prose.join("\n") };

  function look(node: Node): void {
    const literal = node.literal ?? "";
    switch (node.type) {
      case "code":
        return void code.push(literal);
      case "code_block":
        if (!["diff", "text"].includes(node.info ?? "")) flaws.push(`a fence of ${node.info}`);
        return void code.push(literal);
      case "html_block":
      case "html_inline":
        if (!html.has(literal.trim())) flaws.push(`HTML: ${literal}`);
        return;
      case "link":
        if (!links.includes(node.destination ?? "")) flaws.push(`a link to ${node.destination}`);
        return;
      case "image":
        return void flaws.push(`an image of ${node.destination}`);
      case "text":
        prose.push(literal);
        if (literal.includes(sentinel)) flaws.push(`text of others: ${literal}`);
        if (/@|#\d|https?:|www\.|GH-/.test(literal)) flaws.push(`a reference: ${literal}`);
    }
  }
}
