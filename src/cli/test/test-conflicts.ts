// Flags of promptctl test that contradict each other.
import { Failure } from "../../engine/model/failure.ts";
import type { Hint } from "../../engine/model/hint.ts";
import { localFlag, usesLocal } from "../connect/service-target.ts";
import type { TestFlags } from "./test-flags.ts";

/** Throws a Failure for flags that cannot be used together. */
export function refuseConflictingTestFlags(flags: TestFlags): void {
  const { target = [], exclude = [], on, base, replies, fresh, cachedOnly } = flags;
  if (target.length > 0 && exclude.length > 0)
    refuse("target-and-exclude", "--target and --exclude cannot be used together.");
  if (replies !== undefined && on === "service")
    refuse("conflicting-flags", "--replies cannot be used with --on service.", "Use one of them.");
  if (usesLocal(flags) && on === "provider" && replies === undefined && base !== "service")
    refuse(
      "conflicting-flags",
      `${localFlag(flags)} is the embedded service, but this run sends the prompts of the files to their providers.`,
      [
        "To call no provider: --on echo in place of it.",
        "To run the prompts that the service has: add --on service. The service calls the providers too.",
        "To compare with the prompts that the service has: add --base service.",
      ],
    );
  if (fresh && cachedOnly)
    refuse(
      "conflicting-flags",
      "--fresh cannot be used with --cached-only.",
      "--cached-only makes no calls.",
    );
}

function refuse(code: string, message: string, hint?: Hint): never {
  throw new Failure("usage", code, message, hint);
}
