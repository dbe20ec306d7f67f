// Turns a function that reports items into an async generator.

/** Yields the reported items in order. Ends when the function returns, and throws what it throws. */
export async function* eventStream<Item>(
  produce: (report: (item: Item) => void) => Promise<void>,
): AsyncGenerator<Item, void, undefined> {
  const items: Item[] = [];
  let isEnded = false;
  let wake = (): void => {};
  const produced = produce((item) => {
    items.push(item);
    wake();
  }).finally(() => {
    isEnded = true;
    wake();
  });
  produced.catch(() => {}); // thrown after the last item
  for (;;) {
    for (let item = items.shift(); item !== undefined; item = items.shift()) yield item;
    if (isEnded) return produced;
    await new Promise<void>((resolve) => (wake = resolve));
  }
}
