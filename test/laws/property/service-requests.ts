// Requests to a service and the files of a project, for the tests of pull.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type FakeService, serviceUrl } from "../../cli/fake-host.ts";

/** `path`: the path after /sdk/v1/. */
export function sendRequest(
  service: Pick<FakeService, "fetch">,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  return service.fetch(`${serviceUrl}/sdk/v1/${path}`, {
    method,
    headers: { "x-api-key": "good", "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** The resources of a collection, for example `tools`. */
export async function listResources<Body>(
  service: Pick<FakeService, "fetch">,
  collection: string,
): Promise<Body[]> {
  const response = await sendRequest(service, "GET", collection);
  return (await response.json()) as Body[];
}

/** The paths of the files in a folder that match the pattern, sorted. */
export function filePaths(folder: string, pattern = /./): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => pattern.test(path))
    .sort();
}

/** The files in a folder that match the pattern: path and text of each. */
export function fileTexts(folder: string, pattern = /./): string[] {
  return filePaths(folder, pattern).map(
    (path) => `${path}\n${readFileSync(join(folder, path), "utf8")}`,
  );
}
