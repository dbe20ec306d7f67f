// The steps of a release: what is done, and what to do next.
import { sourceFactsOf } from "./facts.mjs";
import { packages, versionOnNpm } from "./npm.mjs";
import { isVersion, sourceRefusals } from "./refusals.mjs";

const beforeTheFirst = `Before the first release, set up on GitHub: an environment release with reviewers, for the branch main only;
a tag rule that forbids moving v*.*.*; a rule of main, if it has one, that lets this workflow push; private vulnerability reporting. This run creates the tag and fails
at npm, which trusts a workflow only for packages that exist.
`;

/** A line for each step, and the command of the first that is not done. Changes nothing. */
export function nextStep(root, { version, remote, env }) {
  if (!isVersion(version)) throw new Error(`${version} is not a version like 1.2.3.`);
  const facts = sourceFactsOf(root, { version, remote, resume: false, env });
  const steps = stepsOf(facts, remote);
  const next = steps.findIndex(({ done }) => !done);
  const lines = steps.map(
    ({ title }, index) =>
      `${next === -1 || index < next ? "done" : index === next ? "next" : "    "}  ${title}`,
  );
  const last = `${version} is released. A GitHub Release can be made of v${version}, and none of v${major(version)}, which moves.`;
  return `${lines.join("\n")}\n\n${next === -1 ? last : steps[next].command}`;
}

function stepsOf(facts, remote) {
  const { version, tags } = facts;
  const [tag, majorTag] = [`v${version}`, `v${major(version)}`];
  const isTagged = tags.has(tag);
  const problems = isTagged ? [] : sourceRefusals(facts);
  const isFirst = ![...tags.keys()].some((name) => /^v\d+\.\d+\.\d+$/.test(name));
  const run = `gh workflow run release.yml --ref main --field version=${version}`;
  const resume = `Run it again, and approve it:\n  ${run} --field resume=true`;
  const names = Object.keys(packages);
  const isPublished =
    isTagged && names.every((name) => versionOnNpm(`${name}@${version}`) === version);
  const unknown =
    isPublished || !isTagged ? [] : names.filter((name) => versionOnNpm(name) === undefined);
  return [
    {
      title: `main of ${remote} has the version ${version} and its changes`,
      done: problems.length === 0,
      command: `${problems.map((line) => `  ${line}\n`).join("")}On a branch, write the heading "## ${version}" in CHANGELOG.md, then:
  npm version --no-git-tag-version ${version}
  npx vitest run test/scenarios/workflows   # names the pages and workflows with the old version
Merge the branch, and run this command again on a clean main.`,
    },
    {
      title: `the tag ${tag}`,
      done: isTagged,
      command: `${isFirst ? beforeTheFirst : ""}Run the workflow Release, and approve it:\n  ${run}`,
    },
    {
      title: `${names.map((name) => `${name}@${version}`).join(" and ")} on npm`,
      done: isPublished,
      command:
        unknown.length === 0
          ? resume
          : `Publish the tag by hand, once:
  git clone --branch ${tag} "$(git remote get-url ${remote})" promptctl-${tag}
  cd promptctl-${tag}
${unknown.map((name) => `  npm publish ./${packages[name]} --access public\n`).join("")}Then enter release.yml and the environment release as the trusted publisher in the settings of each package.`,
    },
    {
      title: `${majorTag} is ${tag}`,
      done: isTagged && (tags.get(majorTag) ?? "") === tags.get(`${tag}^{}`),
      command: resume,
    },
    {
      title: `main of ${remote} contains ${tag}, for pre-commit autoupdate`,
      done: facts.reachable,
      command: `${resume}\nIf main refuses the push of the workflow, merge the tag in a pull request, without squashing:
  git fetch ${remote} tag ${tag}
  git merge --strategy ours ${tag}`,
    },
  ];
}

function major(version) {
  return version.split(".")[0];
}
