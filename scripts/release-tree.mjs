// Makes the tree that a release tag holds: `node scripts/release-tree.mjs DIR`, or pushes it as a tag to a
// company's own copy of the repository: `node scripts/release-tree.mjs --tag v0.1.0-company.1 --push ORIGIN`.
// `--repository OWNER/NAME` (else GITHUB_REPOSITORY, or that of ORIGIN on GitHub) replaces the placeholder
// in all files. `--tag` sets the version. `--built FOLDER` takes built files, for tests that run while others use them.
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { pushCompanyTag } from "./release/company-tag.mjs";
import { writeTree } from "./release/tree.mjs";

const root = join(import.meta.dirname, "..");
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    repository: { type: "string", default: process.env.GITHUB_REPOSITORY ?? "" },
    built: { type: "string" },
    tag: { type: "string" },
    push: { type: "string" },
  },
});
const { repository, built, tag, push: remote } = values;

if (repository !== "" && !/^[\w.-]+\/[\w.-]+$/.test(repository))
  stop(64, `--repository is OWNER/NAME, not ${repository}.`);
if (tag !== undefined && !isVersionTag(tag))
  stop(64, `--tag is v and a version, such as v0.1.0-company.1, not ${tag}.`);
if (remote !== undefined && tag === undefined) stop(64, "--push needs --tag.");
if (remote?.startsWith("-")) stop(64, `--push is a remote or a URL, not ${remote}.`);
if (remote !== undefined && positionals.length > 0) stop(64, "--push takes no folder.");

try {
  if (remote === undefined)
    writeTree(root, resolve(positionals[0] ?? "release"), {
      repository,
      version: tag?.slice(1),
      built,
    });
  else report(pushCompanyTag(root, { tag, remote, repository, built }));
} catch (failure) {
  stop(4, withoutPasswords(failure.stderr || failure.message));
}

function report({ commit, specifier, client, branch, refusal }) {
  if (refusal !== undefined)
    console.error(
      withoutPasswords(`${refusal.trimEnd()}
The tag is pushed, but ${branch} does not contain it: pre-commit autoupdate does not find it. Merge it in a
pull request, without squashing:
  git fetch ${remote} tag ${tag}
  git merge --strategy ours ${tag}`),
    );
  const merged = branch === undefined || refusal !== undefined ? "" : `merged  into ${branch}\n`;
  console.log(`pushed  ${tag}\n${merged}commit  ${commit}

Next, in the repository of your prompts:
  npx --yes --allow-git=root --omit=optional "${specifier}" init

In an application that only calls the service:
  npm install --allow-git=root "${client}"`);
}

/** A version as semver.org defines it, without build metadata, which npm would drop. */
function isVersionTag(text) {
  const number = String.raw`(?:0|[1-9]\d*)`;
  const part = String.raw`(?:${number}|\d*[a-zA-Z-][\da-zA-Z-]*)`;
  return new RegExp(String.raw`^v${number}\.${number}\.${number}(?:-${part}(?:\.${part})*)?$`).test(
    text,
  );
}

function withoutPasswords(text) {
  return text.trimEnd().replace(/\/\/[^/@\s]*@/g, "//");
}

function stop(code, message) {
  console.error(message);
  process.exit(code);
}
