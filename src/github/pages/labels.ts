// The labels of a pull request that say which alerts its plan has. Only these labels are added and removed.
import type { AlertCode } from "../../engine/model/alert.ts";
import type { Plan } from "../../engine/model/plan.ts";
import { hasMarker, type Marker, markerAlerts } from "../../views/text/marker.ts";
import type { GitHubApi } from "../api/api.ts";
import { ignoreNotPermitted } from "../api/api-errors.ts";
import { allComments } from "./comment.ts";
import { splitSections } from "./comment-sections.ts";
import { filterOwn } from "../api/own-texts.ts";

/** The labels with the codes of their alerts. */
const labels: Readonly<Record<string, readonly AlertCode[]>> = {
  "prompts: delete": ["delete"],
  "prompts: conflict": ["conflict"],
  "prompts: guard": ["guard"],
  "prompts: loosened": ["loosened", "tests"],
  "prompts: model": ["model"],
};

const needs = "pull-requests: write";
const listLabels = { what: "list the labels of the pull request", needs };
const writeLabel = { what: "set the labels of the pull request", needs };
const color = "d93f0b";

/** The codes of the alerts of a plan, each once. */
export function alertCodesOf({ alerts = [] }: Plan): AlertCode[] {
  return [...new Set(alerts.map(({ code }) => code))];
}

/**
 * Sets the labels for a plan, and for the plans of other environments and projects that have a section in
 * a comment on the pull request. `marker`: that of the plan's own section.
 */
export async function setLabels(
  api: GitHubApi,
  pullRequest: number,
  plan: Plan,
  marker: Marker,
): Promise<void> {
  const path = `/repos/${api.repository}/issues/${pullRequest}/labels`;
  const comments = await filterOwn(api, await allComments(api, pullRequest));
  const others = comments
    .flatMap(({ body }) => splitSections(String(body)))
    .filter((section) => !hasMarker(section, marker))
    .flatMap(markerAlerts);
  const codes = new Set<string>([...alertCodesOf(plan), ...others]);
  const known = new Set((await api.all(path, listLabels)).map(({ name }) => String(name)));
  for (const [name, ofCodes] of Object.entries(labels)) {
    const isWanted = ofCodes.some((code) => codes.has(code));
    if (isWanted && !known.has(name)) await addLabel(api, path, name);
    if (!isWanted && known.has(name))
      // Ignores 404: somebody has removed the label.
      await api
        .send("DELETE", `${path}/${encodeURIComponent(name)}`, { ...writeLabel, gives: "items" })
        .catch(ignoreNotFound);
  }
}

/** Creates the label if the repository does not have it. */
async function addLabel(api: GitHubApi, path: string, name: string): Promise<void> {
  const label = `/repos/${api.repository}/labels`;
  const isKnown = await api
    .send("GET", `${label}/${encodeURIComponent(name)}`, writeLabel)
    .catch(ignoreNotPermitted);
  if (!isKnown)
    await api.send("POST", label, writeLabel, { name, color, description: "Set by promptctl" });
  await api.send("POST", path, { ...writeLabel, gives: "items" }, { labels: [name] });
}

function ignoreNotFound(error: unknown): void {
  if ((error as { code?: unknown }).code !== "github-404") throw error;
}
