// Messages of the operating system.

/** The message without the system call and the path that Node appends. */
export function systemMessage(problem: unknown): string {
  return (problem as Error).message.replace(/, \w+(?: '.*')?$/s, "");
}
