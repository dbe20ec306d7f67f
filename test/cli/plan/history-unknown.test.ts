// Without a history, or with less of it, plan, apply and status say once that an edit on the service may
// be lost, and why. Each reason is made as users meet it.
import { chownSync, cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { folderOf } from "../../io/folder.ts";
import { gitEnv, repositoryOf, type TestRepository } from "../../io/repository.ts";
import { createFakeService, runCli, serviceEnv } from "../fake-host.ts";
import { greeter, project } from "../project.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Makes the copy of the repository, in which the commands run, one without history. */
type Loss = (copy: string, repository: TestRepository) => Environment | undefined;

const noGit: Loss = () => ({ PATH: "/nonexistent" });
const noRepository: Loss = (copy) => void rmSync(`${copy}/.git`, { recursive: true });
const noHome: Loss = (copy) => {
  mkdirSync(`${copy}/bin`); // as in an image with Node.js alone
  symlinkSync(process.execPath, `${copy}/bin/node`);
  return { PATH: `${copy}/bin`, HOME: undefined };
};
const shallow: Loss = (copy, { path }) => {
  rmSync(copy, { recursive: true });
  execFileSync("git", ["clone", "-q", "--depth", "1", `file://${path}`, copy], { env: gitEnv });
  return undefined;
};
const foreignOwner: Loss = (copy) => {
  for (const path of [copy, `${copy}/.git`]) chownSync(path, 12_345, 12_345);
  return undefined;
};
const brokenObject: Loss = (copy, { git }) => {
  const tree = git(["rev-parse", "HEAD~1^{tree}"]);
  rmSync(`${copy}/.git/objects/${tree.slice(0, 2)}/${tree.slice(2)}`);
  return undefined;
};

it.each<readonly [string, Loss, RegExp]>([
  ["no git program", noGit, /^git is not installed$/],
  ["no git program, in an image with Node.js alone", noHome, /^git is not installed$/],
  ["a folder without .git", noRepository, /^the project is in no git repository$/],
  ["a shallow clone", shallow, /^the clone is shallow: /],
  // Only root can give files to another user.
  ...(process.getuid?.() === 0
    ? [["a repository of another user", foreignOwner, /safe\.directory/] as const]
    : []),
  ["an object that is missing", brokenObject, /./],
])("%s", async (_sentence, lose, reason) => {
  const { fetch } = await createFakeService();
  await using repository = repositoryOf(project);
  const env = { ...gitEnv, ...serviceEnv };
  const applied = await runCli(["apply", "--auto-approve"], { cwd: repository.path, env, fetch });
  expect(applied.code).toBe(0);
  repository.commit({ "prompts/greeter.yaml": greeter.replace("Hello", "Welcome") });
  repository.commit({ "prompts/greeter.yaml": greeter.replace("Hello", "Good day") });
  await using copy = folderOf();
  cpSync(repository.path, copy.path, { recursive: true });
  const options = { cwd: copy.path, env: { ...env, ...lose(copy.path, repository) }, fetch };

  const said = "! it is not known whether 1 prompt was changed on the service: ";
  const reasonIn = (text: string): string[] =>
    text
      .split(said)
      .slice(1)
      .map((rest) => rest.split("\n")[0]!);
  const plan = await runCli(["plan"], options);
  expect(reasonIn(plan.out)).toEqual([expect.stringMatching(reason)]);
  const { alerts } = JSON.parse((await runCli(["plan", "--json"], options)).out) as {
    alerts: { code: string; message: string }[];
  };
  expect(alerts.map(({ code, message }) => `${code} ${message}`)).toEqual([
    `history-unknown ${said.slice(2)}${reasonIn(plan.out)[0]!}`,
  ]);
  const apply = await runCli(["apply"], { ...options, answer: false });
  expect(reasonIn(apply.questions[0]!)).toEqual(reasonIn(plan.out));
  const status = await runCli(["status"], options);
  expect(reasonIn(status.out)).toHaveLength(1);
  const { environments } = JSON.parse((await runCli(["status", "--json"], options)).out) as {
    environments: { historyUnknown?: string }[];
  };
  expect(environments[0]!.historyUnknown).toMatch(/^it is not known whether 1 prompt was changed/);

  const silent = await runCli(["plan", "--no-history"], options);
  expect(silent.out).not.toContain("not known");
});
