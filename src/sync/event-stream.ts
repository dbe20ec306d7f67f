// Turns a function that reports items into an async generator.

/** Yields the reported items in order. Ends when the function returns, and throws what it throws. */
export async function* eventStream<Item>(
  produce: (report: (item: Item) => void) => Promise<void>,
): AsyncGenerator<Item, void, undefined> {
  const items: Item[] = [];
  let ended: { error?: unknown } | undefined;
  let wake = (): void => {};
  const settled = produce((item) => {
    items.push(item);
    wake();
  }).then(
    () => (ended = {}),
    (error: unknown) => (ended = { error }),
  );
  void settled.then(() => wake());
  for (;;) {
    for (let item = items.shift(); item !== undefined; item = items.shift()) yield item;
    if (ended) break;
    await new Promise<void>((resolve) => (wake = resolve));
  }
  if ("error" in ended) throw ended.error;
}
