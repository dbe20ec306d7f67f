// promptctl installed from git by npm 10, 11 and 12: the commit of a release with the flags of the pages,
// and a commit of the source, which npm builds.
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { installedPrograms, writeNpmPrograms } from "./npm-programs.ts";
import { dist } from "../../fixtures/built.ts";

const root = join(import.meta.dirname, "../../..");
const base = mkdtempSync(join(tmpdir(), "promptctl-git-install-"));
const versions = ["10", "11", "12"];
/** Package specifiers: the commit of a release, and main of the source, with the packages of a build or none. */
let release: string;
let main: string;
let mainWithoutPackages: string;

beforeAll(async () => {
  const packages = await installedPrograms();
  for (const version of versions)
    writeNpmPrograms(join(base, `bin-${version}`), join(packages, `npm-${version}`));
  const tree = join(base, "tree");
  execFileSync(process.execPath, [
    join(root, "scripts/release-tree.mjs"),
    tree,
    "--built",
    basename(dist),
  ]);
  release = `git+file://${tree}#${committed(tree)}`;
  const { components } = JSON.parse(readFileSync(join(dist, "sbom.cdx.json"), "utf8")) as {
    components: { group?: string; name: string }[];
  };
  const bundled = components.map(({ group, name }) => (group ? `${group}/${name}` : name));
  const needed = new Set([...bundled, "esbuild", "typescript"]);
  main = sourceWith("source", (name) => needed.has(name) || name.startsWith("@types/"));
  mainWithoutPackages = sourceWith("source-without-packages", () => false);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/**
 * Makes a repository of the source with the development dependencies that a filter takes: npm installs
 * them for each test, and those of the checks and tests take the most time. Returns the specifier of main.
 */
function sourceWith(name: string, takes: (dependency: string) => boolean): string {
  const source = join(base, name);
  mkdirSync(source);
  const left = [".git", "node_modules", "dist", "dist-test", "test", "coverage", ".promptctl"];
  for (const each of readdirSync(root).filter((file) => !left.includes(file)))
    cpSync(join(root, each), join(source, each), { recursive: true });
  const taken = Object.entries(packageJson.devDependencies).filter(([each]) => takes(each));
  const manifest = { ...packageJson, devDependencies: Object.fromEntries(taken) };
  writeFileSync(join(source, "package.json"), JSON.stringify(manifest));
  committed(source);
  return `git+file://${source}#main`;
}

/** Makes a folder a repository with one commit on main. Returns the commit. */
function committed(cwd: string): string {
  const git = (...args: string[]): string => execFileSync("git", args, { cwd, encoding: "utf8" });
  git("init", "--quiet", "--initial-branch", "main");
  git("add", "--all", "--force");
  git("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "--quiet", "-m", "x");
  return git("rev-parse", "HEAD").trim();
}

interface Run {
  readonly version: string;
  readonly script: string;
  readonly env?: Readonly<Record<string, string>>;
}

const cwd = join(base, "project");
const cache = join(base, "cache");

/** Runs a shell script with a version of npm in an empty folder. npx has nothing installed. */
function run({ version, script, env = {} }: Run): {
  code: number | null;
  out: string;
  err: string;
} {
  for (const folder of [cwd, join(cache, "_npx")]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(cwd);
  const { status, stdout, stderr } = spawnSync("sh", ["-e", "-c", script], {
    cwd,
    env: {
      PATH: `${join(base, `bin-${version}`)}:${process.env["PATH"]}`,
      HOME: cwd,
      npm_config_cache: cache,
      ...env,
    },
    encoding: "utf8",
  });
  return { code: status, out: stdout, err: stderr };
}

/** The packages that npx has installed. */
function installedPackages(): string[] {
  const [folder] = readdirSync(join(cache, "_npx"));
  const lock = readFileSync(
    join(cache, "_npx", folder!, "node_modules/.package-lock.json"),
    "utf8",
  );
  return Object.keys((JSON.parse(lock) as { packages: object }).packages);
}

/** `npx` with the flags of docs/ci.md. */
const [, npx] = /^(npx .*)"git\+/m.exec(readFileSync(join(root, "docs/ci.md"), "utf8"))!;

it.each(versions)("npm %s runs the commit of a release and installs nothing else", (version) => {
  const { code, out } = run({ version, script: `${npx}"${release}" --version` });
  expect([code, out]).toEqual([0, `${packageJson.version}\n`]);
  expect(installedPackages()).toEqual(["node_modules/promptctl"]);
});

it.each(versions.filter((version) => version !== "11"))(
  "npm %s builds and runs main",
  (version) => {
    const script = `npx --yes --allow-git=root "${main}" --version`;
    const { code, out, err } = run({ version, script });
    expect([code, out, err]).toEqual([0, `${packageJson.version}\n`, err]);
  },
);

it("npm 11 installs main in a project", () => {
  const script = `echo '{}' > package.json
npm install --allow-git=root --omit=optional "${main}" > /dev/null
npx --no-install promptctl --version`;
  const { code, out } = run({ version: "11", script });
  expect([code, out]).toEqual([0, `${packageJson.version}\n`]);
});

it("npm 12 refuses git without the flag", () => {
  const { code, err } = run({ version: "12", script: `npx --yes "${release}" --version` });
  expect([code, err]).toEqual([1, expect.stringContaining("EALLOWGIT")]);
});

it("a job with a key does not build main, and says what it needs", () => {
  const env = { CI: "true", PROMPTCTL_API_KEY_PRODUCTION: "k" };
  const script = `${npx}"${mainWithoutPackages}" --version`;
  const { code, out, err } = run({ version: "10", script, env });
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain(
    "promptctl: this commit has no built program (dist/ is missing).\nHooks and CI jobs need the commit of a release",
  );
});
