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
  withMessage,
} from "./fixture.ts";

const secret = "TEXT-FROM-OUTSIDE";
const promptWithInclude = (file: string): Body => prompt("P", withMessage({ file }));

/** `prepare` creates the file or link. */
type Case = [
  title: string,
  file: string | ((outside: Folder) => string),
  prepare?: (fixture: Fixture, outside: Folder) => void,
];

/** The name of the folder, which is in the same folder as the project. */
const folderName = (outside: Folder): string => outside.path.split("/").at(-1)!;

const includeCases: readonly Case[] = [
  ["a path to a parent folder", (outside) => `../../${folderName(outside)}/secret.txt`],
  ["many parent folders", `${"../".repeat(40)}etc/passwd`],
  ["a path down and up", (outside) => `a/../../../${folderName(outside)}/secret.txt`],
  ["an absolute path", (outside) => outside.at("secret.txt")],
  ["an absolute path of a system file", "/etc/passwd"],
  [
    "an absolute path that exists relative to the folder",
    "/a.md",
    (fixture) => fixture.write({ "prompts/a.md": secret }),
  ],
  ["a Windows path", "C:\\secret.txt"],
  ["a path with backslashes", "..\\..\\etc\\passwd"],
  ["a file: URL", "file:///etc/passwd"],
  ["a path in the home folder", "~/.ssh/id_rsa"],
  ["a NUL in the path", "a.md\0.txt"],
  ["a line break in the path", "a.md\n../../etc/passwd"],
  ["a percent-encoded path", "%2e%2e/%2e%2e/etc/passwd"],
  ["a hidden file", ".env", (fixture) => fixture.write({ "prompts/.env": secret })],
  [
    "a link to a file outside",
    "a.md",
    (fixture, outside) => fixture.folder.link("prompts/a.md", outside.at("secret.txt")),
  ],
  [
    "a link to a folder outside",
    "a/secret.txt",
    (fixture, outside) => fixture.folder.link("prompts/a", outside.path),
  ],
  [
    "a link to a link to a file outside",
    "a/secret.txt",
    (fixture, outside) => {
      fixture.folder.link("b", outside.path);
      fixture.folder.link("prompts/a", "../b");
    },
  ],
  [
    "a link to a hidden file inside",
    "a.md",
    (fixture) => {
      fixture.write({ ".git/config": secret });
      fixture.folder.link("prompts/a.md", "../.git/config");
    },
  ],
  ["a link to itself", "a.md", (fixture) => fixture.folder.link("prompts/a.md", "a.md")],
  [
    "a named pipe",
    "a.md",
    (fixture) => void execFileSync("mkfifo", [fixture.folder.at("prompts/a.md")]),
  ],
  ["a link to a device", "a.md", (fixture) => fixture.folder.link("prompts/a.md", "/dev/zero")],
  [
    "a link to the environment of the process",
    "a.md",
    (fixture) => fixture.folder.link("prompts/a.md", "/proc/self/environ"),
  ],
];

it.each(includeCases)(
  "{ file: … } with %s is refused, and no content is printed",
  async (_title, file, make) => {
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
