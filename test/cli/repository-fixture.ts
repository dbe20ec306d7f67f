// A project in a git repository and an empty service, with a function that runs the program on them.
import { gitEnv, repositoryOf, type TestRepository } from "../io/repository.ts";
import {
  type CliResult,
  createFakeService,
  type FakeService,
  type HostOptions,
  runCli,
  serviceEnv,
} from "./fake-host.ts";

export interface RepositoryFixture extends AsyncDisposable {
  readonly repository: TestRepository;
  readonly service: FakeService;
  run(args: readonly string[], more?: Partial<HostOptions>): Promise<CliResult>;
}

/** The files are the first commit; without files, there is no commit. */
export async function createRepositoryFixture(
  files: Readonly<Record<string, string>>,
): Promise<RepositoryFixture> {
  const repository = repositoryOf(files);
  const service = await createFakeService();
  const env = { ...gitEnv, ...serviceEnv, NO_COLOR: "1" };
  const options = { cwd: repository.path, env, fetch: service.fetch };
  return {
    repository,
    service,
    run: (args, more) => runCli(args, { ...options, ...more }),
    [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
  };
}
