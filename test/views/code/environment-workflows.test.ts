// The workflows that init writes for the environments of a project.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { workflowsFor } from "../../../src/views/code/environment-workflows.ts";

const folder = join(import.meta.dirname, "../../../examples/workflows/environments");
const examples = {
  plan: readFileSync(join(folder, "pull-request.yml"), "utf8"),
  apply: readFileSync(join(folder, "apply.yml"), "utf8"),
};

interface Job {
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly strategy?: { readonly matrix: { readonly env: string[] } };
  readonly concurrency?: { readonly group: string };
  readonly steps: readonly {
    readonly with?: Record<string, unknown>;
    readonly env?: Record<string, string>;
  }[];
}

function jobsOf(text: string): Record<string, Job> {
  return (parse(text) as { readonly jobs: Record<string, Job> }).jobs;
}

describe("the workflows of environments", () => {
  it("are those of the examples for staging and production", () => {
    expect(workflowsFor(examples, ["staging", "production"])).toEqual(examples);
  });

  it("plan each environment, each with its own address and key, and those of the one before", () => {
    const { plan } = workflowsFor(examples, ["dev", "eu-west", "production-eu"]);
    const { plan: job } = jobsOf(plan!);
    expect(job!.strategy!.matrix.env).toEqual(["dev", "eu-west", "production-eu"]);
    expect(job!.steps.at(-1)!.env).toEqual(
      Object.fromEntries(
        ["dev", "eu-west", "production-eu"].flatMap((env) => {
          const name = env.toUpperCase().replace("-", "_");
          const secret = `secrets.PROMPTCTL_API_KEY_${name}`;
          const isLast = env === "production-eu"; // no environment is after it
          const key = isLast
            ? `\${{ matrix.env == '${env}' && ${secret} || '' }}`
            : `\${{ ${secret} }}`;
          return [
            [`PROMPTCTL_BASE_URL_${name}`, `\${{ vars.PROMPTCTL_BASE_URL_${name} }}`],
            [`PROMPTCTL_API_KEY_${name}`, key],
          ];
        }),
      ),
    );
  });

  it("apply to one environment after the other, each with its own key and that of the one before", () => {
    const { apply } = workflowsFor(examples, ["dev", "pre-staging", "production-eu"]);
    const jobs = Object.entries(jobsOf(apply!)).map(([name, job]) => {
      const { with: inputs, env = {} } = job.steps.at(-1)!;
      const { needs, environment, concurrency } = job;
      return [name, needs, environment, concurrency?.group, inputs?.["env"], Object.keys(env)];
    });
    const keys = (name: string): string[] => [
      `PROMPTCTL_BASE_URL_${name}`,
      `PROMPTCTL_API_KEY_${name}`,
    ];
    expect(jobs).toEqual([
      ["dev", undefined, "dev", "promptctl-apply-dev", "dev", keys("DEV")],
      [
        "plan-pre-staging",
        "dev",
        undefined,
        undefined,
        "pre-staging",
        [...keys("PRE_STAGING"), ...keys("DEV")],
      ],
      [
        "approve-pre-staging",
        "plan-pre-staging",
        "pre-staging-approval",
        "promptctl-approve-pre-staging",
        undefined,
        [],
      ],
      [
        "pre-staging",
        ["plan-pre-staging", "approve-pre-staging"],
        "pre-staging",
        "promptctl-apply-pre-staging",
        "pre-staging",
        [...keys("PRE_STAGING"), ...keys("DEV")],
      ],
      [
        "plan-production-eu",
        "pre-staging",
        undefined,
        undefined,
        "production-eu",
        [...keys("PRODUCTION_EU"), ...keys("PRE_STAGING")],
      ],
      [
        "approve-production-eu",
        "plan-production-eu",
        "production-eu-approval",
        "promptctl-approve-production-eu",
        undefined,
        [],
      ],
      [
        "production-eu",
        ["plan-production-eu", "approve-production-eu"],
        "production-eu",
        "promptctl-apply-production-eu",
        "production-eu",
        [...keys("PRODUCTION_EU"), ...keys("PRE_STAGING")],
      ],
    ]);
    const require = "reviewed-plan: ${{ github.event_name == 'push' && 'require' || 'notice' }}";
    expect(apply!.split(require)).toHaveLength(3);
    expect(apply).toContain(
      "# Applies each commit on main to dev, then the same commit to production-eu",
    );
  });

  it("apply to a single environment in one job", () => {
    const { apply } = workflowsFor(examples, ["live"]);
    expect(Object.keys(jobsOf(apply!))).toEqual(["live"]);
  });
});
