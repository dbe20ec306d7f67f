// A queue between work that reports as it goes and a reader that iterates.

/** What the work reports, in order; ends when the work ends, throws what the work throws. */
export async function* eventStream<Item>(
  work: (report: (item: Item) => void) => Promise<void>,
): AsyncGenerator<Item, void, undefined> {
  const items: Item[] = [];
  let ended: { error?: unknown } | undefined;
  let wake = (): void => {};
  const settled = work((item) => {
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
