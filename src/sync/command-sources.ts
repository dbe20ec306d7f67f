// What a test run needs of programs of the project: lines for them, the answers of checks, and what is under
// test.
import type { CaseSide } from "../engine/evaluate/cases/cases.ts";
import type { CaseInput } from "../engine/evaluate/cases/render-case.ts";
import type {
  CheckLine,
  CheckOutcome,
  CommandLine,
} from "../engine/evaluate/trials/command-lines.ts";
import type { RenderedPrompt } from "../engine/render/rendered-prompt.ts";

/** The programs of a run whose commands are allowed. */
export interface CommandSources {
  /** The line for programs about one side of a case. */
  lineOf(
    this: void,
    input: CaseInput & { readonly rendered: RenderedPrompt },
    side: CaseSide,
  ): CommandLine;
  /** Asks the program of a check. `version`: whose version of the check it is. */
  ask(
    this: void,
    words: readonly string[],
    version: CaseSide,
    line: CheckLine,
  ): Promise<CheckOutcome>;
  /** Whether the base runs its own code. */
  readonly hasBaseCode: boolean;
  /** What is under test; undefined if the prompts themselves are. */
  readonly application?: ApplicationUnderTest | undefined;
}

/** The application of `--on command`. */
interface ApplicationUnderTest {
  /** Why a side has no application, in whole sentences; undefined if it has one. */
  problemOf(this: void, side: CaseSide): string | undefined;
  /** Whether the bundles or the code of the sides differ: each case can then be affected. */
  readonly sidesDiffer: boolean;
}
