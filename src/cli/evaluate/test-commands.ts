// The programs of promptctl test: checks that run commands, and the application of --on command.
import { type Case, checkVersions } from "../../engine/evaluate/cases/case.ts";
import type { CaseSide } from "../../engine/evaluate/cases/cases.ts";
import type { CommandLine } from "../../engine/evaluate/trials/command-lines.ts";
import type { JsonObject } from "../../engine/model/json.ts";
import { type Definition, nameOf } from "../../engine/model/resource.ts";
import { providerAccess } from "../../engine/providers/provider-access.ts";
import type { Variables } from "../../engine/render/template.ts";
import { digestJson } from "../../engine/text/digest.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import type { Message } from "../../generated/types.ts";
import { createCheckCommands } from "../../io/commands/check-commands.ts";
import {
  environmentOfApplication,
  environmentOfChecks,
} from "../../io/commands/command-environment.ts";
import { killCommands } from "../../io/commands/running-command.ts";
import { type ApplicationOutcome, runApplication } from "../../io/commands/run-application.ts";
import type { FailureStreaks } from "../../providers/failure-streaks.ts";
import { nativeRequest } from "../../providers/native-request.ts";
import type { CommandSources } from "../../sync/command-sources.ts";
import type { CaseRequest } from "../../sync/prompt-cases.ts";
import { relativePath } from "../host/command-host.ts";
import { openBundleFiles } from "./test-bundles.ts";
import type { TestedProject } from "./test-flags.ts";
import type { TestInputs } from "./test-inputs.ts";

/** The programs of a run. */
export interface TestCommands {
  /** What the run of a head needs. */
  sourcesOf(this: void, head: readonly Definition[]): CommandSources;
  /** The words of the application in one text; undefined unless it is under test. */
  readonly application: string | undefined;
  /** Runs the application of a side for a line. */
  run(this: void, side: CaseSide, line: CommandLine): Promise<ApplicationOutcome>;
  /** Equal for equal lines to equal code. */
  digest(this: void, request: Pick<CaseRequest, "line">, side: CaseSide): string;
  /** The commands that the run of these cases starts, as a shell would read them. */
  commandsOf(this: void, cases: readonly Case[]): readonly string[];
  /** Ends the programs, and removes their files. */
  close(this: void): Promise<void>;
}

/** How long a check may take for a reply, in milliseconds. */
const checkTimeoutMs = 60_000;
/** A process of Node.js or Python starts sooner. */
const checkWaitMs = 100;

/** Opens the programs. Nothing starts before it is asked for an answer. */
export function openTestCommands(
  { host, settings, flags }: TestedProject,
  { baseline, baseFolder }: Pick<TestInputs, "baseline" | "baseFolder">,
  streaks: FailureStreaks,
): TestCommands {
  const { env } = host;
  const hasBaseCode = baseFolder !== undefined;
  const folders = { head: settings.root, base: baseFolder ?? settings.root };
  const ofHead = flags.on === "command" ? settings.testCommand : undefined;
  const applications = { head: ofHead, base: hasBaseCode ? baseline.testCommand : ofHead };
  const bundles = openBundleFiles(settings.environment?.name ?? "default");
  host.onExit(() => {
    killCommands();
    bundles.close();
  });
  const access = providerAccess(env);
  const checks = createCheckCommands({
    concurrency: flags.concurrency,
    timeoutMs: checkTimeoutMs,
    waitMs: checkWaitMs,
    stop: streaks.signal,
    onOutcome: ({ words }, outcome) => {
      const name = commandText(words);
      if (!("problem" in outcome)) return streaks.count(name, { reply: outcome });
      const message = `${name} ${outcome.problem}.`;
      streaks.count(name, { problem: { code: "command-failed", message } });
    },
  });
  const environments = {
    application: environmentOfApplication(env),
    check: environmentOfChecks(env),
  };

  function sourcesOf(head: readonly Definition[]): CommandSources {
    const definitions = { head, base: baseline.definitions ?? head };
    const sidesDiffer =
      hasBaseCode || bundles.pathOf(definitions.head) !== bundles.pathOf(definitions.base);
    return {
      lineOf: ({ prompt, evaluation: { spec }, rendered }, side) => {
        const { provider, body } = nativeRequest(rendered, access);
        return {
          v: 1,
          prompt: nameOf(prompt.address),
          variables: (spec["variables"] ?? {}) as Variables,
          messages: (spec["appendedMessages"] ?? []) as unknown as Message[],
          request: { provider, body },
          bundle: bundles.pathOf(definitions[side]),
        };
      },
      ask: (words, version, line) =>
        checks.ask({ words, folder: folders[version], env: environments.check }, line),
      hasBaseCode,
      ...(flags.on === "command" && { application: { sidesDiffer, problemOf } }),
    };
  }

  function problemOf(side: CaseSide): string | undefined {
    return applications[side] === undefined
      ? "promptctl.yaml of the base has no test.command."
      : undefined;
  }

  return {
    sourcesOf,
    application: ofHead && commandText(ofHead),
    run: (side, line) => {
      const command = {
        words: applications[side]!,
        folder: folders[side],
        env: environments.application,
      };
      const { signal: stop } = streaks;
      return runApplication(command, line, { timeoutMs: flags.timeout, stop, now: host.now });
    },
    digest: ({ line }, side) => digestJson([folders[side], line!() as unknown as JsonObject]),
    commandsOf: (cases) => {
      const inFolder = (words: readonly string[], side: CaseSide): string => {
        const folder = relativePath(host.cwd, folders[side]);
        return `${commandText(words)}${folder === "" ? "" : ` (in ${shellQuote(folder)})`}`;
      };
      const sides = hasBaseCode ? (["head", "base"] as const) : (["head"] as const);
      const ofChecks = cases.flatMap((each) =>
        checkVersions(each).flatMap(({ assertions }, at) =>
          assertions.flatMap(({ spec }) =>
            "run" in spec ? [inFolder(spec.run, hasBaseCode && at === 1 ? "base" : "head")] : [],
          ),
        ),
      );
      const ofApplication = sides.flatMap((side) => {
        const words = applications[side];
        return words === undefined ? [] : [inFolder(words, side)];
      });
      return [...new Set([...(cases.length > 0 ? ofApplication : []), ...ofChecks])];
    },
    close: async () => {
      await checks.close();
      bundles.close();
    },
  };
}

function commandText(words: readonly string[]): string {
  return words.map(shellQuote).join(" ");
}
