// What promptctl test compares with: a commit, the service, or nothing.
import { type Diagnostic, fileAndLine } from "../engine/model/diagnostic.ts";
import { Failure, isFailure } from "../engine/model/failure.ts";
import { hintLines } from "../engine/model/hint.ts";
import type { Definition } from "../engine/model/resource.ts";
import type { TestBase } from "../generated/types.ts";
import type { Settings } from "../io/configuration.ts";
import {
  findBaseCommit,
  type GitRepository,
  openRepository,
  resolveCommit,
} from "../io/git-repository.ts";
import { openObjects } from "../io/git-objects.ts";
import { kinds } from "../kinds.ts";
import { load } from "../sync/load.ts";
import { deployedDefinitions } from "../sync/deployed-prompts.ts";
import { pluralize } from "../views/terminal-text.ts";
import { type CommandHost, isCi } from "./command-host.ts";
import { definitionSchemas } from "./project.ts";
import { readProjectAt } from "./project-at.ts";
import type { TestFlags } from "./test-flags.ts";
import type { MatchedService } from "./test-service.ts";

export interface Baseline {
  readonly base: TestBase | null;
  /** undefined without a base. */
  readonly definitions: readonly Definition[] | undefined;
  readonly warnings: readonly string[];
}

export interface BaselineOptions {
  readonly settings: Settings;
  /** What the service holds, with --base service. */
  readonly service: MatchedService | undefined;
  readonly flags: Pick<TestFlags, "base" | "ref">;
}

/** Finds the base of the flags, and loads its definitions. */
export async function findBaseline(
  host: CommandHost,
  { settings, service, flags: { base, ref } }: BaselineOptions,
): Promise<Baseline> {
  if (base === "none") return withoutBase();
  if (base === "service") {
    const { baseUrl, matches } = service!;
    const definitions = deployedDefinitions(matches);
    return { base: { type: "service", name: baseUrl }, definitions, warnings: [] };
  }
  if (base === undefined) return defaultBaseline(host, settings, ref);
  const repository = await openRepository(settings.root, host.env);
  const commit = await resolveCommit(repository, base);
  return loadBaseline(repository, { type: "ref", name: base, commit });
}

function withoutBase(...warnings: readonly string[]): Baseline {
  return { base: null, definitions: undefined, warnings };
}

/** Where the branch begins. In CI it must be known, because the gate depends on it. */
async function defaultBaseline(
  host: CommandHost,
  { root }: Settings,
  ref: string | undefined,
): Promise<Baseline> {
  try {
    const repository = await openRepository(root, host.env);
    const { commit, origin } = await findBaseCommit(repository, ref);
    return await loadBaseline(repository, { type: "ref", name: origin, commit });
  } catch (error) {
    if (!isFailure(error) || error.class !== "usage") throw error;
    const { code, message, hint } = error;
    if (isCi(host.env)) {
      const hints = [...hintLines(hint), "To test without a base: --base none"];
      throw new Failure("usage", code, `The base is unknown. ${message}`, hints);
    }
    return withoutBase(`No base: ${message}`);
  }
}

async function loadBaseline(
  repository: GitRepository,
  base: TestBase & { readonly commit: string },
): Promise<Baseline> {
  const objects = openObjects(repository);
  try {
    const project = await readProjectAt(objects, base.commit);
    if (!project)
      return { base, definitions: [], warnings: ["The base does not have the project."] };
    const { definitions, diagnostics } = await load(kinds, definitionSchemas, project.files);
    return { base, definitions, warnings: errorsOfBase(base.commit, diagnostics) };
  } finally {
    objects.close();
  }
}

/** One warning for all errors, with the place of the first one. */
function errorsOfBase(commit: string, diagnostics: readonly Diagnostic[]): string[] {
  const [first, ...others] = diagnostics.filter(({ severity }) => severity === "error");
  if (!first) return [];
  const more = others.length > 0 ? ` and ${pluralize(others.length, "more error")}` : "";
  return [
    `The base has an error at ${fileAndLine(first.location)} of commit ${commit.slice(0, 7)}${more}: ${first.message} Cases without a valid base are new.`,
  ];
}
