// Makes a release: `node scripts/release.mjs VERSION --tree DIR`. Tags the tree vVERSION, publishes
// its packages to npm, moves the tag of the major version, and merges the tag into main. Without --tree it makes the tree itself;
// --dry-run says what would be done, --resume goes on where an earlier run got stuck after the tag.
// `node scripts/release.mjs VERSION --next` checks what is done, and says the next step.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { factsOf } from "./release/facts.mjs";
import { packages, versionOnNpm } from "./release/npm.mjs";
import { credentials, git, tagOf } from "./release/git.mjs";
import { mergeOf } from "./release/merge.mjs";
import { nextStep } from "./release/next-step.mjs";
import { refusals } from "./release/refusals.mjs";

const root = join(import.meta.dirname, "..");
const env = credentials(process.env.GITHUB_TOKEN);
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    tree: { type: "string" },
    expect: { type: "string" }, // the hash of the tree, as check-release-tree.mjs printed it
    repository: { type: "string", default: process.env.GITHUB_REPOSITORY ?? "" },
    remote: { type: "string", default: "origin" },
    "dry-run": { type: "boolean", default: false },
    resume: { type: "boolean", default: false },
    next: { type: "boolean", default: false },
  },
});
const [version] = positionals;
if (positionals.length !== 1 || (values.repository === "" && !values.next)) {
  console.error(
    "node scripts/release.mjs VERSION --repository OWNER/NAME [--tree DIR], or VERSION --next",
  );
  process.exit(64);
}

const scratch = mkdtempSync(join(tmpdir(), "promptctl-release-"));
try {
  if (values.next) console.log(nextStep(root, { version, remote: values.remote, env }));
  else release(values.tree === undefined ? madeTree() : resolve(values.tree));
} catch (failure) {
  console.error(`${failure.message}\nIf v${version} is tagged by now, go on with --resume.`);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function release(tree) {
  const { remote, repository, expect: expected, resume } = values;
  const facts = factsOf(root, { version, tree, expected, repository, remote, resume, env });
  const reasons = refusals(facts);
  if (reasons.length > 0) return refuse(reasons);
  console.log(`source  ${facts.source}\ntree    ${facts.tree.hash}\ncommit  ${facts.commit}`);
  tag(facts);
  for (const [name, folder] of Object.entries(packages)) publish(name, join(tree, folder));
  moveMajor(facts);
  mergeIntoMain(facts);
}

/** The tree, built and checked as anyone else would. */
function madeTree() {
  const tree = join(scratch, "tree");
  for (const script of ["release-tree.mjs", "check-release-tree.mjs"])
    execFileSync(
      process.execPath,
      [join(import.meta.dirname, script), tree, "--repository", values.repository],
      { stdio: ["ignore", "ignore", "inherit"] },
    );
  return tree;
}

function refuse(reasons) {
  console.error("Refused; nothing was done.");
  for (const reason of reasons) console.error(`  ${reason}`);
  process.exitCode = 4;
}

/** Never one that is there: a tag of a version stays what it was. */
function tag({ commit, tags, notes }) {
  const name = `v${version}`;
  if (tags.has(name)) return console.log(`${name} is there already`);
  const object = tagOf(root, commit, name, `promptctl ${version}\n\n${notes}`);
  push(`${object}:refs/tags/${name}`, "");
  console.log(`${tense("tagged")} ${name}`);
}

/** By trusted publishing: npm takes this run's identity, and says in public where it was built. */
function publish(name, folder) {
  if (values.resume && versionOnNpm(`${name}@${version}`) === version)
    return console.log(`${name}@${version} is on npm already`);
  const words = ["publish", folder, "--provenance", "--access", "public", "--ignore-scripts"];
  if (!values["dry-run"]) execFileSync("npm", words, { cwd: scratch, stdio: "inherit" });
  console.log(`${tense("published")} ${name}@${version}`);
}

/** A plain tag with no GitHub Release to it, since those cannot be moved. */
function moveMajor({ commit, tags }) {
  const name = `v${version.split(".")[0]}`;
  push(`${commit}:refs/tags/${name}`, tags.get(name) ?? "");
  console.log(`${tense("moved")} ${name} to v${version}`);
}

/** Without a change of files: see scripts/release/merge.mjs. */
function mergeIntoMain({ commit }) {
  const name = `v${version}`;
  const merge = mergeOf(root, { remote: values.remote, branch: "main", commit, name }, { env });
  if (merge === undefined) return console.log(`main contains ${name} already`);
  push(merge.refspec, merge.seen);
  console.log(`${tense("merged")} ${name} into main`);
}

/** Only where the ref on the remote is still what it was when it was looked at, `""` for none. */
function push(refspec, seen) {
  const [, ref] = refspec.split(":");
  if (values["dry-run"]) return;
  git(root, ["push", "--quiet", `--force-with-lease=${ref}:${seen}`, values.remote, refspec], {
    env,
  });
}

/** The verb in the past tense, or as a condition in a dry run. */
function tense(verb) {
  return values["dry-run"] ? `would have ${verb}` : verb;
}
