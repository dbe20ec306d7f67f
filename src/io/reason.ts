// Why a file could not be had, in the words of the system.

/** Without the call and the path that Node adds: the message names the path as the user knows it. */
export function reasonOf(problem: unknown): string {
  return (problem as Error).message.replace(/, \w+(?: '.*')?$/s, "");
}
