// The workflows that init writes for the environments of a project.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { workflowsFor } from "../../src/views/environment-workflows.ts";

const folder = join(import.meta.dirname, "../../examples/workflows/environments");
const examples = {
  plan: readFileSync(join(folder, "pull-request.yml"), "utf8"),
  apply: readFileSync(join(folder, "apply.yml"), "utf8"),
};

interface Job {
  readonly needs?: string;
  readonly environment?: string;
  readonly strategy?: { readonly matrix: { readonly env: string[] } };
  readonly concurrency?: { readonly group: string };
  readonly steps: readonly { readonly with?: object; readonly env?: Record<string, string> }[];
}

function jobsOf(text: string): Record<string, Job> {
  return (parse(text) as { readonly jobs: Record<string, Job> }).jobs;
}

describe("the workflows of environments", () => {
  it("are those of the examples for staging and production", () => {
    expect(workflowsFor(examples, ["staging", "production"])).toEqual(examples);
  });

  it("plan each environment, each with its own address and key", () => {
    const { plan } = workflowsFor(examples, ["dev", "eu-west", "production-eu"]);
    const { plan: job } = jobsOf(plan!);
    expect(job!.strategy!.matrix.env).toEqual(["dev", "eu-west", "production-eu"]);
    expect(job!.steps.at(-1)!.env).toEqual(
      Object.fromEntries(
        ["dev", "eu-west", "production-eu"].flatMap((env) => {
          const name = env.toUpperCase().replace("-", "_");
          const key = `\${{ matrix.env == '${env}' && secrets.PROMPTCTL_API_KEY_${name} || '' }}`;
          return [
            [`PROMPTCTL_BASE_URL_${name}`, `\${{ vars.PROMPTCTL_BASE_URL_${name} }}`],
            [`PROMPTCTL_API_KEY_${name}`, key],
          ];
        }),
      ),
    );
  });

  it("apply to one environment after the other, each only with its own key", () => {
    const { apply } = workflowsFor(examples, ["dev", "pre-staging", "production-eu"]);
    const jobs = jobsOf(apply!);
    expect(
      Object.entries(jobs).map(([name, { needs, environment, concurrency, steps }]) => ({
        name,
        needs,
        environment,
        group: concurrency!.group,
        with: steps.at(-1)!.with,
        keys: Object.keys(steps.at(-1)!.env!),
      })),
    ).toEqual([
      {
        name: "dev",
        needs: undefined,
        environment: "dev",
        group: "promptctl-apply-dev",
        with: { command: "apply", env: "dev" },
        keys: ["PROMPTCTL_BASE_URL_DEV", "PROMPTCTL_API_KEY_DEV"],
      },
      {
        name: "pre-staging",
        needs: "dev",
        environment: "pre-staging",
        group: "promptctl-apply-pre-staging",
        with: { command: "apply", env: "pre-staging", "reviewed-plan": "require" },
        keys: ["PROMPTCTL_BASE_URL_PRE_STAGING", "PROMPTCTL_API_KEY_PRE_STAGING"],
      },
      {
        name: "production-eu",
        needs: "pre-staging",
        environment: "production-eu",
        group: "promptctl-apply-production-eu",
        with: { command: "apply", env: "production-eu", "reviewed-plan": "require" },
        keys: ["PROMPTCTL_BASE_URL_PRODUCTION_EU", "PROMPTCTL_API_KEY_PRODUCTION_EU"],
      },
    ]);
    expect(apply).toContain(
      "# Applies each commit on main to dev, then the same commit to production-eu",
    );
  });

  it("apply to a single environment in one job", () => {
    const { apply } = workflowsFor(examples, ["live"]);
    expect(Object.keys(jobsOf(apply!))).toEqual(["live"]);
  });
});
