// Flags of promptctl test that contradict each other.
import { wrongUsage } from "../../engine/model/failure.ts";
import { localFlag, usesLocal } from "../connect/service-target.ts";
import type { TestFlags } from "./test-flags.ts";

/** Throws a Failure for flags that cannot be used together. */
export function refuseConflictingTestFlags(flags: TestFlags): void {
  const { target = [], exclude = [], on, base, replies, fresh, cachedOnly, failOn } = flags;
  if (target.length > 0 && exclude.length > 0)
    throw wrongUsage("target-and-exclude", "--target and --exclude cannot be used together.");
  if (replies !== undefined && (on === "service" || on === "command"))
    throw wrongUsage(
      "conflicting-flags",
      `--replies cannot be used with --on ${on}.`,
      "Use one of them.",
    );
  refuseCommandFlags(flags);
  if (
    usesLocal(flags) &&
    (on === "provider" || on === "command") &&
    replies === undefined &&
    base !== "service"
  )
    throw wrongUsage(
      "conflicting-flags",
      `${localFlag(flags)} is the embedded service, but this run ${on === "command" ? "runs the application" : "sends the prompts of the files to their providers"}.`,
      [
        "To call no provider: --on echo in place of it.",
        "To run the prompts that the service has: add --on service. The service calls the providers too.",
        "To compare with the prompts that the service has: add --base service.",
      ],
    );
  if (failOn !== undefined && base === "none")
    throw wrongUsage(
      "conflicting-flags",
      `--fail-on ${failOn} cannot be used with --base none.`,
      "It compares the tests with those of the base: name a base, or omit --fail-on.",
    );
  if (fresh && cachedOnly)
    throw wrongUsage(
      "conflicting-flags",
      "--fresh cannot be used with --cached-only.",
      "--cached-only makes no calls.",
    );
}

/** Flags about the programs of the project. */
function refuseCommandFlags(flags: TestFlags): void {
  const { on, allowCommands = false, baseCheckout, cachedOnly, ref } = flags;
  const refuse = (message: string, hint: string): never => {
    throw wrongUsage("conflicting-flags", message, hint);
  };
  if (on === "command" && !allowCommands)
    refuse(
      "--on command runs the application of promptctl.yaml, and needs --allow-commands.",
      "Add it if you trust the code of this project: its programs run with your rights.",
    );
  if (on === "command" && cachedOnly)
    refuse(
      "--cached-only cannot be used with --on command.",
      "Replies of applications are not cached.",
    );
  if (baseCheckout !== undefined && !allowCommands)
    refuse(
      "--base-checkout needs --allow-commands.",
      "It says which code programs of the base run.",
    );
  if (ref !== undefined && allowCommands)
    refuse(
      "--ref cannot be used with --allow-commands.",
      "Programs run in the working tree: check the commit out.",
    );
}
