// Hostile texts in everything that the service stores: the page shows them as text.
import { parse } from "parse5";
import { beforeAll, describe, expect, it } from "vitest";
import { originHeaderText } from "../../../src/engine/history/origin-header.ts";
import { type Element, elementsOf, findElements, textIn } from "../../fixtures/html.ts";
import { defaultAndSyntax, hostileTexts } from "../../laws/hostile/hostile-texts.ts";
import { unsafeCharacter } from "../../laws/hostile/oracle.ts";
import { type PageFixture, pageFixture, promptWith, type Visitor } from "./page-fixture.ts";

/** Elements that a page has; none of them but `link` and `script` can make a request by itself. */
const expectedElements = new Set(
  `html head meta title link script body a header span form input button main search label h1 h2 h3 h4
   p q br mark table caption thead tbody tr th td nav div section pre code details summary dl dt dd
   ul li textarea select option time ins del strong footer`.split(/\s+/),
);

/** Attributes whose values can only be the program's, or the given id in a path. */
const expectedAttributes: Readonly<Record<string, RegExp>> = {
  lang: /^en$/,
  charset: /^utf-8$/,
  name: /^(?:viewport|q|model|sort|with|token|key|to|message|empty|action|evaluation|variable-[\w%.!~*'()-]*)$/,
  content: /^width=device-width, initial-scale=1$/,
  rel: /^(?:stylesheet|icon)$/,
  href: /^(?:#main|#run|\/page(?:\?(?:(?:q|model)=[\w%.*+-]*&?)*(?:sort=\w+&?)?(?:page=\d+)?(?:from=\d+-\d+)?)?|\/page\/tools|\/page\/(?:files|prompts)\/[\w/.-]+(?:\?evaluation=\w+)?(?:#run)?)$/,
  src: /^\/page\/files\/script-\w+\.js$/,
  defer: /^$/,
  class:
    /^(?:|skip|top|home|muted|plain|search|choice|list(?: stacked)?|found|number(?: wide)?|wide|origin|muted (?:origin|key)|small|buttons copy|unseen|commands|lines|flag|parts|columns|message|field|buttons|main|note|note bad|result|result note bad|facts|sides|warn)$/,
  id: /^(?:main|q|with|v\d+|message|run|waiting|result|(?:request|yaml\d+|first|change|pull)(?:-copied)?|model)$/,
  for: /^(?:q|model|with|v\d+|message)$/,
  tabindex: /^-1$/,
  method: /^(?:get|post)$/,
  action: /^\/page(?:\/(?:login|logout|tools|prompts\/\w+(?:#result|\/versions\/\d+)))?$/,
  "data-waiting": /^waiting$/,
  "data-copy": /^(?:request|yaml\d+|first|change|pull)$/,
  "data-status": /^(?:request|yaml\d+|first|change|pull)-copied$/,
  type: /^(?:search|hidden|checkbox|button)$/,
  maxlength: /^200$/,
  rows: /^\d$/,
  role: /^(?:status|alert)$/,
  scope: /^(?:row|col)$/,
  datetime: /^[\d-]+T[\d:.]+Z$/,
  checked: /^$/,
  selected: /^$/,
  dir: /^auto$/,
  hidden: /^$/,
  "aria-label": /^(?:Parts of the (?:prompt|service)|Pages)$/,
  "aria-sort": /^(?:ascending|descending)$/,
  "aria-current": /^page$/,
};

/** What a page has besides the elements and attributes of the program. */
function flawsOf(page: string): string[] {
  const elements = elementsOf(parse(page));
  const isValue = ({ tagName }: Element, name: string): boolean =>
    name === "value" && ["input", "button", "option"].includes(tagName);
  const shown = page.replace(/<textarea[^>]*>[^<]*<\/textarea>| value="[^"]*"/g, ""); // as entered
  return [
    ...elements.filter(({ tagName }) => !expectedElements.has(tagName)).map((e) => e.tagName),
    ...elements.flatMap((each) =>
      each.attrs
        .filter(({ name, value }) => !isValue(each, name) && !expectedAttributes[name]?.test(value))
        .map(({ name, value }) => `${name}=${value}`),
    ),
    ...elements
      .filter(({ tagName }) => tagName === "script")
      .map(textIn)
      .filter(Boolean),
    ...(shown.match(unsafeCharacter)?.filter((character) => character !== "\t") ?? []),
  ];
}

const texts = [
  ...hostileTexts(...defaultAndSyntax),
  '" autofocus onfocus="x',
  "' onload='x",
  "</pre><style>",
  "</textarea><b>",
  "<!--",
  "&#60;img&#62;",
  "</title><base href=//evil.example>",
  '"}]]></script>',
];

interface HostilePrompts {
  /** A prompt, an evaluation and an assertion with a text in every field that takes one. */
  readonly full: string;
  /** A prompt that can run: only its name and its texts have the text. */
  readonly runnable: string;
}

async function createHostile(
  { create, replace }: PageFixture,
  text: string,
): Promise<HostilePrompts> {
  const tool = await create("tools", {
    name: "look",
    description: text,
    parameters: { type: "object", description: text, properties: { [text]: { type: "string" } } },
  });
  const content = [
    { type: "TEXT", text },
    { type: "TEXT", text: `{{${variableIn(text)}}}` },
    { type: "IMAGE_BASE64", imageBase64: "AA==", mediaType: text },
    {
      type: "TOOL_CALL",
      toolCall: { toolCallId: text, type: "function", function: { name: text, arguments: text } },
    },
    { type: "TOOL_RESULT", toolCallId: text, result: text },
  ];
  const { parameters } = promptWith([]) as { parameters: object };
  const body = promptWith([], {
    name: text,
    parameters: { ...parameters, name: text, toolChoice: text },
    messages: [{ promptMessageId: "m", role: "user", content }],
    tools: [{ toolId: tool }],
  });
  const full = await create("prompts", promptWith([`older ${text}`]));
  const long = "old ".repeat(3_000); // is compared by lines
  await replace(`prompts/${full}`, promptWith([`${long}${text}`]));
  await replace(`prompts/${full}`, promptWith([`${long}word`]));
  const origin = { commit: "ab".repeat(20), dirty: true, path: text, ref: text };
  await replace(`prompts/${full}`, body, { "x-promptctl-origin": originHeaderText(origin) });
  const evaluationId = await create("evaluations", {
    promptId: full,
    variables: { [text]: text },
    appendedMessages: [{ role: "user", content: content.slice(0, 2) }],
  });
  for (const assertion of [
    { type: "EXACT_MATCH", targetValue: text, jsonPath: text },
    { type: "TOOL_CALLED_WITH", toolName: "look", argKeyName: text },
  ])
    await create("evaluation-assertions", { evaluationId, ...assertion });
  const texts = [text, `${text} {{${variableIn(text)}}}`];
  const runnable = await create("prompts", promptWith(texts, { name: text }));
  return { full, runnable };
}

/** A name of a variable with the characters of a text. */
function variableIn(text: string): string {
  return text.replace(/[{}]/g, "");
}

describe("hostile texts", () => {
  let own: Visitor;
  const prompts = new Map<string, HostilePrompts>();
  beforeAll(async () => {
    const fixture = await pageFixture();
    for (const text of texts) prompts.set(text, await createHostile(fixture, text));
    own = fixture.visitor();
    await own.get("/page");
  }, 60_000);

  it.each(texts.map((text) => [JSON.stringify(text).slice(0, 40), text]))(
    "are text: %s",
    async (_name, text) => {
      const { full, runnable } = prompts.get(text)!;
      const path = `/page/prompts/${full}`;
      const { text: page } = await own.get(path);
      const [, evaluation] = /\?evaluation=(\w+)/.exec(page)!;
      const filled = await own.get(`${path}?evaluation=${evaluation}`);
      const names = [...filled.text.matchAll(/name="(variable-[^"]*)"/g)].map(([, name]) => name!);
      const values = Object.fromEntries(names.map((name) => [name.replaceAll("&#39;", "'"), text]));
      const form = { empty: "1", message: text, ...values };
      const answers = [
        await own.get(`/page?${new URLSearchParams({ q: text, model: text })}`),
        await own.get(`/page?${new URLSearchParams({ q: `${text} in-no-prompt` })}`),
        await own.get(`/page/tools?${new URLSearchParams({ q: `${text} in-no-tool` })}`),
        filled,
        await own.get(`${path}/definition`),
        await own.get(`${path}/versions`),
        await own.get(`${path}/versions/2`),
        await own.get(`${path}/versions/3`),
        await own.get(`${path}/versions/4?with=1`),
        await own.post(`/page/prompts/${runnable}`, { action: "request", ...form }),
        await own.post(`/page/prompts/${runnable}`, { action: "run", ...form }),
        await own.post(path, { action: "run", evaluation: text, ...form }), // a call by the user
        await own.get(`/page/${encodeURIComponent(text)}`),
        await own.get(`/page/prompts/${encodeURIComponent(text)}`),
      ];
      expect(answers.map(({ status }) => status).join(" ")).toBe(
        "200 200 200 200 200 200 200 200 200 200 200 400 404 404",
      );
      for (const answer of [page, ...answers.map((each) => each.text)])
        expect(flawsOf(answer)).toEqual([]);
    },
  );

  it("are all in the list", async () => {
    const { text } = await own.get("/page?sort=changed");
    expect([flawsOf(text), flawsOf((await own.get("/page/tools")).text)]).toEqual([[], []]);
    expect(findElements(text, "a").length).toBeGreaterThan(texts.length);
  });

  it("and the reading of a page finds what is not", async () => {
    const { text } = await own.get("/page");
    for (const flaw of ["<img>", "<p onload=x>", "<script>1</script>", "\u202e", "<a href=//x>"])
      expect(flawsOf(text.replace("<main", `${flaw}<main`))).not.toEqual([]);
  });
});
