// Why a release may not be made: all reasons at once, from plain facts.

/** One sentence for each reason; empty where the release may be made. */
export function refusals(facts) {
  const { version, resume } = facts;
  if (!isVersion(version)) return [`${version} is not a version like 1.2.3.`];
  const tag = `v${version}`;
  return [
    ...sourceRefusals(facts),
    ...(resume ? otherTag(facts, tag) : sameTag(facts, tag)),
    ...unfit(facts.tree),
    ...publishing(facts),
  ];
}

/** Whether a text is a version that can be released. */
export function isVersion(text) {
  return /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.test(text);
}

/** Why the source may not be released. */
export function sourceRefusals(facts) {
  const { version, tags } = facts;
  const newer = [...tags.keys()].filter((name) => isNewer(name, `v${version}`));
  return [
    ...unlike("package.json", facts.packageVersion, version),
    ...unlike("package-lock.json", facts.lockVersion, version),
    ...(facts.heading === version
      ? []
      : [`CHANGELOG.md begins with "${facts.heading}", not with "${version}".`]),
    ...(facts.notes === "" ? [`CHANGELOG.md says nothing about ${version}.`] : []),
    ...(facts.dirty === "" ? [] : [`The checkout is not as committed:\n${facts.dirty}`]),
    ...(facts.merged ? [] : [`The commit ${facts.source} is not on main of the remote.`]),
    ...newer.map((name) => `${name} is there already, and it is newer.`),
  ];
}

function unlike(file, found, version) {
  return found === version ? [] : [`${file} says ${found}, not ${version}.`];
}

function sameTag({ tags }, tag) {
  return tags.has(tag)
    ? [`The tag ${tag} is there already. If what follows it failed, go on with --resume.`]
    : [];
}

function otherTag({ tags, commit }, tag) {
  const there = tags.get(`${tag}^{}`);
  if (there === commit) return [];
  return [
    there === undefined
      ? `There is no tag ${tag} to go on from.`
      : `The tag ${tag} is another release: ${there}, not ${commit}.`,
  ];
}

/** What npm, pre-commit and GitHub would stumble over in a tree. */
function unfit({ hash, expected, repository, own, files, main }) {
  const scripts = Object.keys(own.scripts ?? {});
  const programs = [main, "dist/main.cjs", "dist/client/package.json"];
  const needed = [...programs, "action.yml", ".pre-commit-hooks.yaml", "LICENSE"];
  const url = `git+https://github.com/${repository}.git`;
  return [
    ...(expected === undefined || expected === hash
      ? []
      : [`The tree is ${hash}, not ${expected}, which was checked.`]),
    ...needed.filter((path) => !files.includes(path)).map((path) => `The tree has no ${path}.`),
    ...(scripts.length === 0 ? [] : [`package.json of the tree has scripts: ${scripts}.`]),
    ...(own.repository?.url === url
      ? []
      : [`package.json of the tree names the repository ${own.repository?.url}, not ${url}.`]),
  ];
}

function publishing({ npmVersion, tokens }) {
  const [major, minor, patch] = npmVersion.split(".").map(Number);
  const old = [major - 11, minor - 5, patch - 1].find((difference) => difference !== 0) < 0;
  return [
    ...(old ? [`npm ${npmVersion} cannot publish without a token: 11.5.1 can.`] : []),
    ...tokens.map((name) => `${name} is set: npm would publish with it instead of as this run.`),
  ];
}

/** Whether one tag of a version is a later version than another one. */
function isNewer(name, than) {
  if (!/^v\d+\.\d+\.\d+$/.test(name)) return false;
  const [left, right] = [name, than].map((each) => each.slice(1).split(".").map(Number));
  return left.map((part, index) => part - right[index]).find((part) => part !== 0) > 0;
}
