// Where --allow-commands is refused: in CI, for changes that nobody of the repository made, and beside keys
// of the service. A person at a terminal decides for themselves.
import { type Failure, onFailure, refused } from "../../engine/model/failure.ts";
import type { Hint } from "../../engine/model/hint.ts";
import { genericKeyVariable } from "../../engine/text/api-key.ts";
import { shortHash } from "../../engine/text/commit-hash.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import { type CiRun, readCiRun } from "../../io/ci/ci-run.ts";
import { type CommandHost, isCi } from "../host/command-host.ts";

/** Throws a Failure if the programs of the project in the folder must not run here. */
export async function refuseCommandsInCi(host: CommandHost, root: string): Promise<void> {
  const { env } = host;
  const run = readCiRun(env);
  if (run) {
    refuseDistrusted(run);
    await refuseOtherCheckout(run, host, root);
  }
  if (run || isCi(env)) refuseKeys(host);
}

function refuseDistrusted({ distrust }: CiRun): void {
  if (distrust === undefined) return;
  throw refusal("not-trusted", `${distrust}.`, [
    "Its programs would run with the rights of this job.",
    "Omit allow-commands here. To test the change with its programs, review all its code and use a merge queue, or a branch of the repository.",
  ]);
}

/** A job that checks another commit out would run programs that the event does not name. */
async function refuseOtherCheckout(
  { commits }: CiRun,
  host: CommandHost,
  root: string,
): Promise<void> {
  const { head } = await host.openRepository(root).catch(
    onFailure(({ message, hint }): never => {
      throw refusal("other-checkout", `the commit of the checkout is unknown. ${message}`, hint);
    }),
  );
  if (head !== undefined && commits.includes(head)) return;
  const at = head === undefined ? "has no commit" : `is the commit ${shortHash(head)}`;
  const [commit] = commits;
  const expected = commit === undefined ? "an unknown commit" : shortHash(commit);
  throw refusal("other-checkout", `the checkout ${at}, and this run is for ${expected}.`, [
    "Only programs of the commit of the run can run.",
    "Check no other commit out (with actions/checkout: remove ref:), or omit allow-commands.",
  ]);
}

/** Programs have no keys in their environment, but can read that of the process that started them. */
function refuseKeys({ env, serviceKey }: CommandHost): void {
  const keys = Object.keys(env).filter(
    (name) => name.startsWith(genericKeyVariable) && (env[name] ?? "").trim() !== "",
  );
  const found = serviceKey
    ? "api-key is oidc"
    : `${someOf(keys)} ${keys.length > 1 ? "are" : "is"} set`;
  if (!serviceKey && keys.length === 0) return;
  throw refusal(
    "key-beside-commands",
    `${found}, and programs could read the key of the service.`,
    "Make this test a job of its own, without that key.",
  );
}

function refusal(code: string, reason: string, hint: Hint | undefined): Failure {
  return refused(code, `--allow-commands is not permitted here: ${reason}`, hint);
}
