// Where files may lead: nothing outside the project is read, shown or written over.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Folder, folderOf } from "../../io/folder.ts";
import { flaws } from "./oracle.ts";
import { type Body, evaluation, prompt, type Scene, sceneOf, serviceWith } from "./fixture.ts";

/** Declares these tests. */
export function filesTests(): void {
  const secret = "TEXT-FROM-OUTSIDE";
  const including = (file: string): Body =>
    prompt("P", { messages: [{ role: "user", content: { file } }] });

  interface Case {
    readonly what: string;
    /** Makes the way that leads outside. */
    readonly make?: (scene: Scene, outside: Folder) => void;
    readonly file: string | ((outside: Folder) => string);
  }

  /** The way from the definitions to a folder beside the project. */
  const beside = (outside: Folder): string => outside.path.split("/").at(-1)!;

  const includes: readonly Case[] = [
    { what: "a path upwards", file: (outside) => `../../${beside(outside)}/secret.txt` },
    { what: "a long way upwards", file: `${"../".repeat(40)}etc/passwd` },
    { what: "a way down and up", file: (outside) => `a/../../../${beside(outside)}/secret.txt` },
    { what: "an absolute path", file: (outside) => outside.at("secret.txt") },
    { what: "an absolute path of the system", file: "/etc/passwd" },
    {
      what: "an absolute path, whose rest is there",
      make: (scene) => scene.write({ "prompts/a.md": secret }),
      file: "/a.md",
    },
    { what: "a path of another system", file: "C:\\secret.txt" },
    { what: "a path with backslashes", file: "..\\..\\etc\\passwd" },
    { what: "an address", file: "file:///etc/passwd" },
    { what: "a home", file: "~/.ssh/id_rsa" },
    { what: "a NUL in the path", file: "a.md\0.txt" },
    { what: "a line end in the path", file: "a.md\n../../etc/passwd" },
    { what: "an escaped way", file: "%2e%2e/%2e%2e/etc/passwd" },
    {
      what: "a hidden file",
      make: (scene) => scene.write({ "prompts/.env": secret }),
      file: ".env",
    },
    {
      what: "a link to a file outside",
      make: (scene, outside) => scene.folder.link("prompts/a.md", outside.at("secret.txt")),
      file: "a.md",
    },
    {
      what: "a link to a folder outside",
      make: (scene, outside) => scene.folder.link("prompts/a", outside.path),
      file: "a/secret.txt",
    },
    {
      what: "a link to a link to a file outside",
      make: (scene, outside) => {
        scene.folder.link("b", outside.path);
        scene.folder.link("prompts/a", "../b");
      },
      file: "a/secret.txt",
    },
    {
      what: "a link to a hidden file inside",
      make: (scene) => {
        scene.write({ ".git/config": secret });
        scene.folder.link("prompts/a.md", "../.git/config");
      },
      file: "a.md",
    },
    {
      what: "a link to itself",
      make: (scene) => scene.folder.link("prompts/a.md", "a.md"),
      file: "a.md",
    },
    {
      what: "a pipe",
      make: (scene) => void execFileSync("mkfifo", [scene.folder.at("prompts/a.md")]),
      file: "a.md",
    },
    {
      what: "a link to a device",
      make: (scene) => scene.folder.link("prompts/a.md", "/dev/zero"),
      file: "a.md",
    },
    {
      what: "the environment of the process",
      make: (scene) => scene.folder.link("prompts/a.md", "/proc/self/environ"),
      file: "a.md",
    },
  ];

  it.each(includes)(
    "{ file } of $what is refused, and nothing of it shown",
    async ({ make, file }) => {
      await using outside = folderOf({ "secret.txt": secret });
      const path = typeof file === "string" ? file : file(outside);
      await using scene = sceneOf({ "prompts/x.yaml": [including(path)] });
      make?.(scene, outside);
      for (const words of [["plan"], ["plan", "--json"], ["apply", "--auto-approve"]]) {
        const { code, out, err } = await scene.run(words);
        expect([code, (out + err).includes(secret), /root:.*:0:0:/.test(out + err)]).toEqual([
          3,
          false,
          false,
        ]);
        if (words[1] !== "--json") expect(flaws(out + err)).toEqual([]);
        expect(out + err).toMatch(/include|bad-text/);
      }
    },
  );

  describe("a definitions folder", () => {
    it.each<[string, (outside: Folder) => string]>([
      ["upwards", (outside) => `../${beside(outside)}`],
      ["upwards to the root", () => "../".repeat(40)],
      ["by a link", () => "linked"],
      ["by an absolute path", (outside) => outside.path],
      ["with a NUL", () => "prompts\0"],
    ])("%s, outside the project, is refused", async (_what, definitions) => {
      await using outside = folderOf({ "x.yaml": `kind: ${secret}\n` });
      await using scene = sceneOf({ "promptctl.yaml": [{ definitions: definitions(outside) }] });
      scene.folder.link("linked", outside.path);
      const { code, out, err } = await scene.run(["plan"]);
      expect([code, (out + err).includes(secret), flaws(err)]).toEqual([3, false, []]);
    });

    it("leaves out a file and a folder that links lead to outside", async () => {
      await using outside = folderOf({
        "x.yaml": `kind: ${secret}\n`,
        "y.yaml": `kind: ${secret}\n`,
      });
      await using scene = sceneOf({});
      scene.folder.link("prompts/a.yaml", outside.at("x.yaml"));
      scene.folder.link("prompts/b", outside.path);
      const { code, out, err } = await scene.run(["plan"]);
      expect([code, (out + err).includes(secret)]).toEqual([3, false]);
      expect(err.match(/lies outside the project/g)).toHaveLength(2);
    });
  });

  describe("a promptctl.yaml that leads elsewhere", () => {
    const linked = async (target: string): Promise<string> => {
      await using folder = folderOf({ "prompts/x.yaml": "" });
      folder.link("promptctl.yaml", target);
      await using scene = sceneOf({});
      const env = { PROMPTCTL_BASE_URL: "https://prompts.example.com", PROMPTCTL_API_KEY: "k" };
      const { out, err } = await scene.run(["plan"], { cwd: folder.path, env });
      return out + err;
    };

    it("shows nothing of that file", async () => {
      await using outside = folderOf({ "secret.txt": `${secret}\n` });
      expect(await linked(outside.at("secret.txt"))).not.toContain(secret);
    });

    (process.platform === "linux" ? it : it.skip)(
      "shows nothing of the environment, and so of the key",
      async () => {
        expect(await linked("/proc/self/environ")).not.toMatch(/PATH=|HOME=|PWD=/);
      },
    );
  });

  describe("links where a run writes lead to nothing that is written over", () => {
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
      ["a file of notes", ".promptctl/unfinished.json", "mine.txt"],
      ["notes that are being written", ".promptctl/unfinished.json.new", "mine.txt"],
      ["a file of notes that is not there yet", ".promptctl/unfinished.json", "new.txt"],
      ["a saved plan", "plan.json", "mine.txt"],
      ["a saved plan that is not there yet", "plan.json", "new.txt"],
      ["a saved plan that is being written", "plan.json.new", "mine.txt"],
      ["a lock", ".promptctl/store.sqlite.lock", "mine.txt"],
      ["the rule for git", ".promptctl/.gitignore", "new.txt"],
      ["the local folder", ".promptctl", "."],
    ];
    for (const [what, link, target] of rows)
      it(what, async () => {
        await using outside = folderOf({ "mine.txt": "mine\n" });
        await using scene = sceneOf({ "prompts/x.yaml": before }, await serviceWith());
        await scene.run(["apply", "--auto-approve"]);
        scene.write({ "prompts/x.yaml": after });
        scene.folder.link(link, outside.at(target));
        await scene.run(["plan", "--out", "plan.json"]);
        await scene.run(["apply", "--auto-approve"]);
        await scene.run(["apply", "--auto-approve", "--local"]);
        expect(readdirSync(outside.path)).toEqual(["mine.txt"]);
        expect(readFileSync(outside.at("mine.txt"), "utf8")).toBe("mine\n");
      });
  });
}
