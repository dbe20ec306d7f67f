// Flags of promptctl test that contradict each other.
import { wrongUsage } from "../../engine/model/failure.ts";
import { localFlag, usesLocal } from "../connect/service-target.ts";
import type { TestFlags } from "./test-flags.ts";

/** Throws a Failure for flags that cannot be used together. */
export function refuseConflictingTestFlags(flags: TestFlags): void {
  const { target = [], exclude = [], on, base, replies, fresh, cachedOnly, failOn } = flags;
  if (target.length > 0 && exclude.length > 0)
    throw wrongUsage("target-and-exclude", "--target and --exclude cannot be used together.");
  if (replies !== undefined && on === "service")
    throw wrongUsage(
      "conflicting-flags",
      "--replies cannot be used with --on service.",
      "Use one of them.",
    );
  if (usesLocal(flags) && on === "provider" && replies === undefined && base !== "service")
    throw wrongUsage(
      "conflicting-flags",
      `${localFlag(flags)} is the embedded service, but this run sends the prompts of the files to their providers.`,
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
