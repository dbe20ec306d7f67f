// Limits how many calls of a run are prepared at once.

/** Returns a function that starts a call as soon as fewer than `most` are in progress. */
export function createCallLimit(most: number) {
  const waiting: (() => void)[] = [];
  let active = 0;
  return async <Result>(call: () => Promise<Result>): Promise<Result> => {
    if (active >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else active++;
    return call().finally(() => {
      const next = waiting.shift();
      if (next) next();
      else active--;
    });
  };
}
