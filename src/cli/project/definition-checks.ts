// The checks of definitions before they are sent or written. Texts that look like secrets are refused: by
// pull and import before they write them, by test, render, run and export before they send or print them.
import type { Kinds } from "../../engine/model/kind.ts";
import { customProviders } from "../../engine/providers/provider-access.ts";
import { kinds, testedKinds } from "../../kinds.ts";
import type { PlanChecks } from "../../sync/load/check-plan.ts";
import type { CommandHost } from "../host/command-host.ts";
import type { Diagnostic } from "../../engine/model/diagnostic.ts";
import { refused } from "../../engine/model/failure.ts";
import type { Address } from "../../engine/model/resource.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import type { Project } from "../../sync/load/load.ts";
import { locateAll } from "../../sync/load/parse-files.ts";
import { pluralize } from "../../views/text/terminal-text.ts";
import { InvalidProject } from "./project.ts";

/** The checks of a plan. Loads the rules. `pinned`: the addresses that promptctl.yaml pins. */
export async function openPlanChecks(
  host: CommandHost,
  table: Kinds = kinds,
  pinned?: ReadonlySet<Address>,
): Promise<PlanChecks> {
  const { createPlanChecks } = await import("../../sync/load/check-plan.ts");
  const today = host.time().toISOString().slice(0, 10);
  return createPlanChecks(table, { today, customProviders: customProviders(host.env), pinned });
}

interface SecretWords {
  /** Where they are: `: request.json:3`, `, for prompts/a.yaml`. */
  readonly where: string;
  /** `The service has`. */
  readonly source: string;
  /** `Remove it on the service`. */
  readonly remedy: string;
  /** The command that permits it, if there is one. */
  readonly command: string | undefined;
}

/** The files that would get secrets, for the middle of a sentence. */
export function secretFiles(secrets: readonly Diagnostic[], prefix: string): string {
  const files = [...new Set(secrets.map(({ location }) => prefix + location.file))];
  return `, for ${someOf(files)}`;
}

/** Throws a Failure if the files would get secrets. */
export function refuseNewSecrets(
  secrets: readonly Diagnostic[],
  { where, source, remedy, command }: SecretWords,
): void {
  if (secrets.length === 0) return;
  throw refused(
    "secret",
    `${source} what looks like ${pluralize(secrets.length, "secret")}${where}. Nothing was written.`,
    `${remedy} and revoke it with its issuer.${command === undefined ? "" : ` If it is no secret: ${command}`}`,
  );
}

/** Throws a Failure for secrets in the files of a project, as validate and plan do. */
export async function refuseProjectSecrets(
  host: CommandHost,
  project: Project,
  root: string,
): Promise<void> {
  const { errorsIn } = await openPlanChecks(host, testedKinds);
  const secrets = errorsIn(project).filter(({ code }) => code === "secret");
  if (secrets.length > 0) throw new InvalidProject(await locateAll(secrets, project), root);
}
