// The small project beside an empty service, and the program between them.
import { type Folder, folderOf } from "../io/folder.ts";
import {
  type HostOptions,
  named,
  type Outcome,
  play,
  type Service,
  serviceOf,
} from "./fake-host.ts";
import { project } from "./project.ts";

export interface Stage extends AsyncDisposable {
  readonly folder: Folder;
  readonly service: Service;
  run(words: readonly string[], more?: Partial<HostOptions>): Promise<Outcome>;
}

/** The project beside an empty service. */
export async function stage(files: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const folder = folderOf({ ...project, ...files });
  const service = await serviceOf();
  const options = { cwd: folder.path, env: named, fetch: service.fetch };
  return {
    folder,
    service,
    run: (words, more) => play(words, { ...options, ...more }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** The head line of a plan of the whole project. */
export const head = (command: string): string =>
  `promptctl ${command} · 7 definitions in prompts/ · https://prompts.example.com`;
