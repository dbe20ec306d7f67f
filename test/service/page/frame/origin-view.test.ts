// Who wrote the versions of a prompt, on the page.
import { originHeaderText } from "../../../../src/engine/history/origin-header.ts";
import { expect, it } from "vitest";
import { type Origin } from "../../../../src/engine/model/origin.ts";
import { attributeOf, findElements, words } from "../../../fixtures/html.ts";
import { pageFixture, promptWith } from "../page-fixture.ts";

const commit = "ab".repeat(20);
const plain: Origin = { commit, dirty: false, path: "prompts/p.yaml" };
const repository = "https://github.com/o/r";

/** The list of versions after a write with this origin, and the links of its row. */
async function versionsWith(origin: Origin) {
  const fixture = await pageFixture();
  const id = await fixture.create("prompts", promptWith(["one"]));
  const headers = { "x-promptctl-origin": originHeaderText(origin) };
  await fixture.replace(`prompts/${id}`, promptWith(["two"]), headers);
  const visitor = fixture.visitor();
  await visitor.get("/page");
  const { text } = await visitor.get(`/page/prompts/${id}/versions`);
  const { text: one } = await visitor.get(`/page/prompts/${id}/versions/2`);
  const links = findElements(text, "a").filter((each) => attributeOf(each, "rel") === "noreferrer");
  const [, newest, oldest] = findElements(text, "tr").map(words);
  return { newest, oldest, one, links: links.map((each) => attributeOf(each, "href")) };
}

it("the commit, the file and the host are shown, with links to commit and run", async () => {
  const run = "https://github.com/o/r/actions/runs/1";
  const { newest, oldest, one, links } = await versionsWith({ ...plain, repository, run });
  expect(newest).toContain("abababa prompts/p.yaml on github.com CI run, as reported");
  expect(oldest).not.toContain("abababa");
  expect(one).toContain(`href="${repository}/commit/${commit}"`);
  expect(links).toEqual([`${repository}/commit/${commit}`, run]);
});

it.each<[string, Partial<Origin>, string[]]>([
  ["a repository without TLS", { repository: "http://github.com/o/r" }, []],
  ["no repository", { run: "https://github.com/o/r/actions/runs/1" }, []],
  [
    "a run on another host",
    { repository, run: "https://evil.example/o/r" },
    [`${repository}/commit/${commit}`],
  ],
  [
    "a run at another port",
    { repository, run: "https://github.com:8443/o/r" },
    [`${repository}/commit/${commit}`],
  ],
])("%s has no link", async (_name, changes, expected) => {
  const { newest, links } = await versionsWith({ ...plain, ...changes });
  expect(links).toEqual(expected);
  expect(newest).toContain("abababa prompts/p.yaml");
});

it("says that files were not committed", async () => {
  const { newest } = await versionsWith({ ...plain, dirty: true });
  expect(newest).toContain("abababa prompts/p.yaml with uncommitted changes");
});

it("the name of the key is shown as text", async () => {
  const fixture = await pageFixture();
  const id = await fixture.create("prompts", promptWith(["one"]));
  const { resource } = (await fixture.store.get("prompt", id))!;
  const changed = { ...resource, body: { ...resource.body, name: "New" } };
  await fixture.store.replace(changed, { now: 1, writer: { keyName: "<b>ci</b>\u202e" } });
  const visitor = fixture.visitor();
  await visitor.get("/page");
  const { text } = await visitor.get(`/page/prompts/${id}/versions`);
  expect(findElements(text, "b")).toEqual([]);
  expect(words(findElements(text, "tr")[1]!)).toContain("with the key <b>ci</b>\\u{202e}");
});

it("the verified run of a token is shown as text, after what the client reported", async () => {
  const fixture = await pageFixture();
  const id = await fixture.create("prompts", promptWith(["one"]));
  const { resource } = (await fixture.store.get("prompt", id))!;
  const verifiedRun = { repository: "octo/<b>shop", commit: "cd".repeat(20) };
  for (const [now, writer] of [{ origin: plain, verifiedRun }, { verifiedRun }].entries()) {
    const changed = { ...resource, body: { ...resource.body, name: `New ${now}` } };
    await fixture.store.replace(changed, { now, writer });
  }
  const visitor = fixture.visitor();
  await visitor.get("/page");
  const { text } = await visitor.get(`/page/prompts/${id}/versions`);
  const [, newest, older] = findElements(text, "tr").map(words);
  expect(newest).toContain("UTC by a run of octo/<b>shop at cdcdcdc (verified)");
  expect(older).toContain("as reported, by a run of octo/<b>shop at cdcdcdc (verified)");
});

it("a prompt begins with its last change, and names the file to edit", async () => {
  const fixture = await pageFixture({ now: () => Date.UTC(2026, 10, 23, 9, 2) });
  const id = await fixture.create("prompts", promptWith(["one"]));
  const headers = { "x-promptctl-origin": originHeaderText({ ...plain, repository }) };
  await fixture.replace(`prompts/${id}`, promptWith(["two"]), headers);
  const visitor = fixture.visitor();
  const { text } = await visitor.get(`/page/prompts/${id}`);
  const main = words(findElements(text, "main")[0]!);
  expect(main).toContain(
    "Last changed 2026-11-23 09:02 UTC · abababa prompts/p.yaml on github.com, as reported · Show the change Messages",
  );
  expect(main).toContain("Edit prompts/p.yaml, then run: promptctl plan");
  expect(main).not.toContain("promptctl pull");
  const link = findElements(text, "a").find((each) => words(each) === "Show the change")!;
  expect((await visitor.get(attributeOf(link, "href")!)).text).toContain("Version 2");
});

it("a prompt whose present state has no version does not name a change", async () => {
  const fixture = await pageFixture();
  const id = await fixture.create("prompts", promptWith(["one"]));
  const store = { ...fixture.store, versions: () => Promise.resolve([]) };
  const { text } = await (await pageFixture({ store })).visitor().get(`/page/prompts/${id}`);
  expect(text).not.toContain("Last changed");
});
