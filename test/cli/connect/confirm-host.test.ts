import { chmodSync, existsSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { folderOf } from "../../io/folder.ts";
import {
  at,
  type TargetCase,
  file,
  key,
  question,
  trustedHostsFile,
  resolveTarget,
} from "./service-target-case.ts";

describe("a confirmed host is saved", () => {
  const asking: TargetCase = { file, env: key, answer: true };

  it("per host, readable by the user only (0600), and is not asked for again", async () => {
    await using folder = folderOf();
    expect((await resolveTarget(folder, asking)).questions).toEqual([question(file)]);
    expect(JSON.parse(folder.read(trustedHostsFile))).toEqual(["file.example"]);
    expect(statSync(folder.at(trustedHostsFile)).mode & 0o777).toBe(0o600);
    expect(statSync(folder.at("config/promptctl")).mode & 0o777).toBe(0o700);
    const again = await resolveTarget(folder, { ...asking, answer: false });
    expect(again).toMatchObject({ target: at(file), questions: [] });
  });

  it("and the same host with another port is asked for again", async () => {
    await using folder = folderOf();
    await resolveTarget(folder, asking);
    const other = { ...asking, file: `${file}:8443` };
    expect((await resolveTarget(folder, other)).questions).toEqual([question(`${file}:8443`)]);
    expect(JSON.parse(folder.read(trustedHostsFile))).toEqual([
      "file.example",
      "file.example:8443",
    ]);
  });

  it("in a file whose permissions are corrected if others could read it", async () => {
    await using folder = folderOf({ [trustedHostsFile]: "[]" });
    chmodSync(folder.at(trustedHostsFile), 0o644);
    await resolveTarget(folder, asking);
    expect(statSync(folder.at(trustedHostsFile)).mode & 0o777).toBe(0o600);
  });

  it.each([["{}"], ["not JSON"], ['"file.example"']])(
    "%s in the file confirms no host",
    async (text) => {
      await using folder = folderOf({ [trustedHostsFile]: text });
      expect((await resolveTarget(folder, asking)).questions).toHaveLength(1);
    },
  );

  it("but a refusal is not saved", async () => {
    await using folder = folderOf();
    await resolveTarget(folder, { ...asking, answer: false });
    expect(existsSync(folder.at(trustedHostsFile))).toBe(false);
  });

  it("in ~/.config if XDG_CONFIG_HOME is not set", async () => {
    await using folder = folderOf();
    const home = { ...key, XDG_CONFIG_HOME: "", HOME: folder.at("home") };
    await resolveTarget(folder, { ...asking, env: home });
    expect(existsSync(folder.at("home/.config/promptctl/trusted-hosts.json"))).toBe(true);
  });

  const unset = { XDG_CONFIG_HOME: "", HOME: "" };
  it.each([
    [
      "the folder is a file",
      { XDG_CONFIG_HOME: "/dev/null" },
      "cannot be written: not a directory",
    ],
    ["HOME is relative", { ...unset, HOME: "." }, "HOME is not an absolute path"],
    [
      "XDG_CONFIG_HOME is relative",
      { XDG_CONFIG_HOME: "x" },
      "XDG_CONFIG_HOME is not an absolute path",
    ],
  ])("or a warning says why it is not: %s", async (_, env, why) => {
    await using folder = folderOf();
    const { target, err } = await resolveTarget(folder, { ...asking, env: { ...key, ...env } });
    expect(target).toEqual(at(file));
    expect(err).toContain("Cannot save this answer: ");
    expect(err).toContain(`${why}.\n`);
  });
});
