// Promise 9: paths and symbolic links. Nothing outside the project is read, printed or overwritten.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Folder, folderOf } from "../../io/folder.ts";
import { findUnsafe } from "./oracle.ts";
import {
  type Body,
  evaluation,
  prompt,
  type Fixture,
  createFixture,
  embeddedService,
} from "./fixture.ts";

const secret = "TEXT-FROM-OUTSIDE";
const promptWithInclude = (file: string): Body =>
  prompt("P", { messages: [{ role: "user", content: { file } }] });

interface Case {
  readonly title: string;
  /** Creates the file or link. */
  readonly prepare?: (fixture: Fixture, outside: Folder) => void;
  readonly file: string | ((outside: Folder) => string);
}

/** The name of the folder, which is in the same folder as the project. */
const folderName = (outside: Folder): string => outside.path.split("/").at(-1)!;

const includeCases: readonly Case[] = [
  {
    title: "a path to a parent folder",
    file: (outside) => `../../${folderName(outside)}/secret.txt`,
  },
  { title: "many parent folders", file: `${"../".repeat(40)}etc/passwd` },
  {
    title: "a path down and up",
    file: (outside) => `a/../../../${folderName(outside)}/secret.txt`,
  },
  { title: "an absolute path", file: (outside) => outside.at("secret.txt") },
  { title: "an absolute path of a system file", file: "/etc/passwd" },
  {
    title: "an absolute path that exists relative to the folder",
    prepare: (fixture) => fixture.write({ "prompts/a.md": secret }),
    file: "/a.md",
  },
  { title: "a Windows path", file: "C:\\secret.txt" },
  { title: "a path with backslashes", file: "..\\..\\etc\\passwd" },
  { title: "a file: URL", file: "file:///etc/passwd" },
  { title: "a path in the home folder", file: "~/.ssh/id_rsa" },
  { title: "a NUL in the path", file: "a.md\0.txt" },
  { title: "a line break in the path", file: "a.md\n../../etc/passwd" },
  { title: "a percent-encoded path", file: "%2e%2e/%2e%2e/etc/passwd" },
  {
    title: "a hidden file",
    prepare: (fixture) => fixture.write({ "prompts/.env": secret }),
    file: ".env",
  },
  {
    title: "a link to a file outside",
    prepare: (fixture, outside) => fixture.folder.link("prompts/a.md", outside.at("secret.txt")),
    file: "a.md",
  },
  {
    title: "a link to a folder outside",
    prepare: (fixture, outside) => fixture.folder.link("prompts/a", outside.path),
    file: "a/secret.txt",
  },
  {
    title: "a link to a link to a file outside",
    prepare: (fixture, outside) => {
      fixture.folder.link("b", outside.path);
      fixture.folder.link("prompts/a", "../b");
    },
    file: "a/secret.txt",
  },
  {
    title: "a link to a hidden file inside",
    prepare: (fixture) => {
      fixture.write({ ".git/config": secret });
      fixture.folder.link("prompts/a.md", "../.git/config");
    },
    file: "a.md",
  },
  {
    title: "a link to itself",
    prepare: (fixture) => fixture.folder.link("prompts/a.md", "a.md"),
    file: "a.md",
  },
  {
    title: "a named pipe",
    prepare: (fixture) => void execFileSync("mkfifo", [fixture.folder.at("prompts/a.md")]),
    file: "a.md",
  },
  {
    title: "a link to a device",
    prepare: (fixture) => fixture.folder.link("prompts/a.md", "/dev/zero"),
    file: "a.md",
  },
  {
    title: "a link to the environment of the process",
    prepare: (fixture) => fixture.folder.link("prompts/a.md", "/proc/self/environ"),
    file: "a.md",
  },
];

it.each(includeCases)(
  "{ file: … } with $title is refused, and no content is printed",
  async ({ prepare: make, file }) => {
    await using outside = folderOf({ "secret.txt": secret });
    const path = typeof file === "string" ? file : file(outside);
    await using fixture = createFixture({ "prompts/x.yaml": [promptWithInclude(path)] });
    make?.(fixture, outside);
    for (const args of [["plan"], ["plan", "--json"], ["apply", "--auto-approve"]]) {
      const { code, out, err } = await fixture.run(args);
      expect([code, (out + err).includes(secret), /root:.*:0:0:/.test(out + err)]).toEqual([
        3,
        false,
        false,
      ]);
      if (args[1] !== "--json") expect(findUnsafe(out + err)).toEqual([]);
      expect(out + err).toMatch(/include|bad-text/);
    }
  },
);

describe("a definitions folder", () => {
  it.each<[string, (outside: Folder) => string]>([
    ["in a parent folder", (outside) => `../${folderName(outside)}`],
    ["at the root", () => "../".repeat(40)],
    ["through a link", () => "linked"],
    ["with an absolute path", (outside) => outside.path],
    ["with a NUL", () => "prompts\0"],
  ])("%s, outside the project, is refused", async (_, definitions) => {
    await using outside = folderOf({ "x.yaml": `kind: ${secret}\n` });
    await using fixture = createFixture({
      "promptctl.yaml": [{ definitions: definitions(outside) }],
    });
    fixture.folder.link("linked", outside.path);
    const { code, out, err } = await fixture.run(["plan"]);
    expect([code, (out + err).includes(secret), findUnsafe(err)]).toEqual([3, false, []]);
  });

  it("skips a link to a file and a link to a folder outside the project", async () => {
    await using outside = folderOf({
      "x.yaml": `kind: ${secret}\n`,
      "y.yaml": `kind: ${secret}\n`,
    });
    await using fixture = createFixture({});
    fixture.folder.link("prompts/a.yaml", outside.at("x.yaml"));
    fixture.folder.link("prompts/b", outside.path);
    const { code, out, err } = await fixture.run(["plan"]);
    expect([code, (out + err).includes(secret)]).toEqual([3, false]);
    expect(err.match(/lies outside the project/g)).toHaveLength(2);
  });
});

describe("a promptctl.yaml that is a link to another file", () => {
  const planWithLinkedConfiguration = async (target: string): Promise<string> => {
    await using folder = folderOf({ "prompts/x.yaml": "" });
    folder.link("promptctl.yaml", target);
    await using fixture = createFixture({});
    const env = { PROMPTCTL_BASE_URL: "https://prompts.example.com", PROMPTCTL_API_KEY: "k" };
    const { out, err } = await fixture.run(["plan"], { cwd: folder.path, env });
    return out + err;
  };

  it("prints nothing of that file", async () => {
    await using outside = folderOf({ "secret.txt": `${secret}\n` });
    expect(await planWithLinkedConfiguration(outside.at("secret.txt"))).not.toContain(secret);
  });

  (process.platform === "linux" ? it : it.skip)(
    "prints nothing of the environment, which has the API key",
    async () => {
      expect(await planWithLinkedConfiguration("/proc/self/environ")).not.toMatch(
        /PATH=|HOME=|PWD=/,
      );
    },
  );
});

describe("links in place of files that promptctl writes: the target is not overwritten", () => {
  const before = [
    prompt("P", {
      evaluations: [
        evaluation("e", {
          appendedMessages: [],
          assertions: [{ type: "COST", targetThreshold: 1 }],
        }),
      ],
    }),
  ];
  const after = [
    prompt("P", {
      evaluations: [
        evaluation("e", {
          appendedMessages: [{ role: "user", content: "a" }],
          assertions: [{ type: "COST", targetThreshold: 1 }],
        }),
      ],
    }),
  ];

  const rows: readonly (readonly [string, string, string])[] = [
    ["the replace journal", ".promptctl/unfinished.json", "mine.txt"],
    ["the temporary file of the replace journal", ".promptctl/unfinished.json.new", "mine.txt"],
    ["a replace journal that does not exist", ".promptctl/unfinished.json", "new.txt"],
    ["a saved plan", "plan.json", "mine.txt"],
    ["a saved plan that does not exist", "plan.json", "new.txt"],
    ["the temporary file of a saved plan", "plan.json.new", "mine.txt"],
    ["the lock file of the store", ".promptctl/store.sqlite.lock", "mine.txt"],
    ["the .gitignore file", ".promptctl/.gitignore", "new.txt"],
    ["the .promptctl folder", ".promptctl", "."],
  ];
  for (const [title, link, target] of rows)
    it(title, async () => {
      await using outside = folderOf({ "mine.txt": "mine\n" });
      await using fixture = createFixture({ "prompts/x.yaml": before }, await embeddedService());
      await fixture.run(["apply", "--auto-approve"]);
      fixture.write({ "prompts/x.yaml": after });
      fixture.folder.link(link, outside.at(target));
      await fixture.run(["plan", "--out", "plan.json"]);
      await fixture.run(["apply", "--auto-approve"]);
      await fixture.run(["apply", "--auto-approve", "--local"]);
      expect(readdirSync(outside.path)).toEqual(["mine.txt"]);
      expect(readFileSync(outside.at("mine.txt"), "utf8")).toBe("mine\n");
    });
});
