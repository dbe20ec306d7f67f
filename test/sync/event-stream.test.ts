import { expect, it } from "vitest";
import { eventStream } from "../../src/sync/event-stream.ts";

const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

it("reports come in order, whether the reader or the work is slower", async () => {
  const reports = eventStream<number>(async (report) => {
    report(1);
    report(2);
    await later();
    report(3);
  });
  const found: number[] = [];
  for await (const item of reports) {
    await later();
    await later();
    found.push(item);
  }
  expect(found).toEqual([1, 2, 3]);
});

it("work without reports ends at once", async () => {
  expect(await all(eventStream(async () => {}))).toEqual([]);
});

it("what is reported before the work throws is read first", async () => {
  const found: number[] = [];
  const reading = (async () => {
    for await (const item of eventStream<number>(async (report) => {
      report(1);
      await later();
      report(2);
      throw new Error("a bug");
    }))
      found.push(item);
  })();
  await expect(reading).rejects.toThrow("a bug");
  expect(found).toEqual([1, 2]);
});

it("the work does not begin before it is read", async () => {
  let begun = false;
  const reports = eventStream<number>(async () => {
    begun = true;
  });
  await later();
  expect(begun).toBe(false);
  await all(reports);
  expect(begun).toBe(true);
});
