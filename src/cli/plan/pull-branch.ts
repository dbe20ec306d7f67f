// promptctl pull --branch: a branch with what the service has. The working tree, the index and HEAD stay.
import { hasChanges } from "../../engine/export/pull-result.ts";
import { wrongUsage } from "../../engine/model/failure.ts";
import { commandText } from "../../engine/text/command-text.ts";
import { shortHash } from "../../engine/text/commit-hash.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import {
  asksForSignatures,
  gitCommits,
  refuseImpossibleBranch,
  refuseUnknownAuthor,
} from "../../io/git/git-commits.ts";
import { type PutBranch, putBranch } from "../../io/git/put-branch.ts";
import { hasAncestor } from "../../project/commits/git-line.ts";
import { countsText } from "../../views/plan/plan-summary.ts";
import { connect } from "../connect/connect.ts";
import { readEnvironmentSettings } from "../connect/environment.ts";
import type { CommandHost } from "../host/command-host.ts";
import { removeLeftovers } from "../project/remove-leftovers.ts";
import { printPulled, type PullFlags, pullOptions, reportLeftOut } from "./pull-flags.ts";
import { planBranch } from "./branch-commits.ts";

/** Exit codes as those of pull; 0 without a branch if there is nothing to take over. */
export async function pullBranch(
  host: CommandHost,
  directory: string | undefined,
  flags: PullFlags,
  name: string,
): Promise<number> {
  const settings = await readEnvironmentSettings(host, directory, flags);
  if (!flags.dryRun) removeLeftovers(host, settings);
  const repository = await host.openRepository(settings.root);
  await refuseImpossibleBranch(repository, name);
  const options = await pullOptions(host, settings, flags);
  if (options.from && !(await hasAncestor(repository, "HEAD", options.from.commit)))
    throw wrongUsage(
      "from-outside",
      `HEAD does not contain the commit ${shortHash(options.from.commit)} of --from: the branch would merge it.`,
      "Merge it first, or pull without --branch.",
    );
  const { reader } = await connect(host, { settings, flags });
  const { result, branch } = await planBranch(host, settings, reader, options);
  if (branch && !flags.dryRun) await refuseUnknownAuthor(repository);
  const { baseUrl } = reader;
  const extent = options.target.length === 0 ? "changes" : "target";
  const target = printPulled(host, settings, { result, baseUrl, extent }, flags);
  if (!branch || flags.dryRun) return reportLeftOut(host, result, flags);
  const put = await putBranch(gitCommits(repository), { name, ...branch });
  const unsigned = (await asksForSignatures(repository)) ? " Its commits are not signed." : "";
  const code = reportLeftOut(host, result, flags);
  const lease = put.state === "updated" ? "--force-with-lease " : ""; // not on top of what was pushed
  const lines = [
    "",
    `${stateText(name, put)}${unsigned}`,
    hasChanges(result.counts)
      ? `After the merge, apply still has changes: ${countsText(result.counts)}. To show them: ${commandText(`plan --ref ${shellQuote(name)}`, target)}`
      : "After the merge, plan has nothing to do.",
    `To push it: git push ${lease}origin ${shellQuote(name)}`,
    `To merge it: git merge ${shellQuote(name)} (not as a squash: then no commit has what the service holds)`,
  ];
  host.out(`${lines.join("\n")}\n`);
  return code;
}

function stateText(name: string, { state, commit }: PutBranch): string {
  const done = { created: "is new", updated: "was updated", unchanged: "is up to date" }[state];
  return `The branch ${name} ${done}: ${shortHash(commit)}.`;
}
