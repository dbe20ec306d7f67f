// A small project and an empty service, with a function that runs the program on them.
import { expect } from "vitest";
import { type Folder, folderOf } from "../io/folder.ts";
import {
  type HostOptions,
  serviceEnv,
  serviceUrl,
  type CliResult,
  runCli,
  type FakeService,
  createFakeService,
} from "./fake-host.ts";
import { project } from "./project.ts";

export interface ProjectFixture extends AsyncDisposable {
  readonly folder: Folder;
  readonly service: FakeService;
  run(args: readonly string[], more?: Partial<HostOptions>): Promise<CliResult>;
}

/** The project and an empty service. */
export async function createProjectFixture(
  files: Readonly<Record<string, string>> = {},
  serviceOptions: Parameters<typeof createFakeService>[0] = {},
): Promise<ProjectFixture> {
  const folder = folderOf({ ...project, ...files });
  const service = await createFakeService(serviceOptions);
  const options = { cwd: folder.path, env: serviceEnv, fetch: service.fetch };
  return {
    folder,
    service,
    run: (args, more) => runCli(args, { ...options, ...more }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** The first line of a plan of the whole project. */
export const planHead = (command: string): string =>
  `promptctl ${command} · 7 definitions in prompts/ · https://prompts.example.com`;

/** Calls the service directly, as another client would. The call must succeed. */
export async function callService(
  { service }: Pick<ProjectFixture, "service">,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await service.fetch(`${serviceUrl}/sdk/v1/${path}`, {
    method,
    headers: { "x-api-key": "good", "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const content: unknown = await response.json();
  expect([response.status, content]).toEqual([200, content]);
  return content;
}
