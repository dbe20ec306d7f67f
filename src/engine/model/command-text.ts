// The commands that messages tell the user to run: each names the service that the message is about.

/** The service of a command, as a plan has it. */
export interface CommandTarget {
  readonly environment?: string | undefined;
  /** `local` for the embedded service. */
  readonly baseUrl?: string | undefined;
}

/** `promptctl plan --prune --env staging`: a command for the same environment, or embedded service. */
export function commandText(words: string, { environment, baseUrl }: CommandTarget): string {
  const env = environment === undefined ? "" : ` --env ${environment}`;
  return `promptctl ${words}${baseUrl === "local" ? " --local" : env}`;
}
