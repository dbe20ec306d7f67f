// Limits how many calls are in progress at once. With a limit of 1 they run one after the other.

/**
 * Returns a function that starts a call as soon as fewer than `most` are in progress, in the order in
 * which they came. A call that fails does not stop the next ones.
 */
export function createCallLimit(most: number) {
  const waiting: (() => void)[] = [];
  let active = 0;
  const begin = (): Promise<void> => {
    if (active >= most) return new Promise((resolve) => waiting.push(resolve));
    active++;
    return Promise.resolve();
  };
  const end = (): void => {
    const next = waiting.shift();
    if (next) next();
    else active--;
  };
  return <Result>(call: () => Promise<Result>): Promise<Result> => begin().then(call).finally(end);
}
