// The writes of this process wait for each other. Those that wait at the same time are one transaction,
// because it takes longer to lock and to commit than to write. Each sees what those before it wrote.
import { createCallLimit } from "../../engine/model/call-limit.ts";
import type { Statement } from "../store/operation.ts";
import { isResultUnknown, isStoreUnavailable, StoreUnavailable } from "../store/store-failure.ts";
import type { Postgres, Query } from "./postgres.ts";
import { isSerializationFailure } from "./postgres-failure.ts";

interface Outcome {
  readonly is: string;
}

/** A write that waits. Its work can be repeated, and only the outcome `done` changes anything. */
interface WaitingWrite {
  readonly work: (query: Query) => Promise<Outcome>;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export interface WriteQueue {
  readonly write: Postgres["write"];
  /** How many writes wait. */
  readonly waiting: () => number;
}

interface QueueOptions {
  readonly transaction: Postgres["write"];
  /** The first statement of each transaction. */
  readonly begin: Statement;
  /** The name of the store, for messages. */
  readonly store: string;
  /** A write that has waited for so many milliseconds fails. */
  readonly timeoutMs: number;
}

/** With more writes in one transaction, the first of them waits longer than it saves. */
const maxTogether = 16;

/** The queue of the writes of one process. Other processes wait for the first statement. */
export function createWriteQueue({ store, timeoutMs, ...options }: QueueOptions): WriteQueue {
  const waiting = new Map<WaitingWrite, NodeJS.Timeout>();
  const oneByOne = createCallLimit(1);
  const take = (write: WaitingWrite): WaitingWrite => {
    clearTimeout(waiting.get(write));
    waiting.delete(write);
    return write;
  };
  const writeWaiting = (): Promise<void> =>
    writeInOrder([...waiting.keys()].slice(0, maxTogether).map(take), options);
  return {
    waiting: () => waiting.size,
    write: (work) =>
      new Promise((resolve, reject) => {
        const write = { work, resolve, reject } as unknown as WaitingWrite;
        const expire = (): void =>
          take(write).reject(new StoreUnavailable(store, "no free connection in time"));
        waiting.set(write, setTimeout(expire, timeoutMs));
        void oneByOne(writeWaiting);
      }),
  };
}

type TransactionOptions = Pick<QueueOptions, "transaction" | "begin">;

/** Together if all are done. If one is not, that one alone, and those before and after it together. */
async function writeInOrder(
  writes: readonly WaitingWrite[],
  options: TransactionOptions,
): Promise<void> {
  if (writes.length === 0) return;
  if (writes.length === 1) return writeAlone(writes[0]!, options);
  const place = await writeTogether(writes, options);
  if (place === undefined) return;
  await writeInOrder(writes.slice(0, place), options);
  await writeAlone(writes[place]!, options);
  await writeInOrder(writes.slice(place + 1), options);
}

async function writeAlone(
  { work, resolve, reject }: WaitingWrite,
  { transaction, begin }: TransactionOptions,
): Promise<void> {
  await transaction(work, begin).then(resolve, reject);
}

/** Returns the place of the first write that is not done: then nothing was written. */
async function writeTogether(
  writes: readonly WaitingWrite[],
  { transaction, begin }: TransactionOptions,
): Promise<number | undefined> {
  try {
    const result = await transaction(async (query) => {
      const outcomes: Outcome[] = [];
      for (const { work } of writes) {
        const outcome = await work(query).catch(outcomeOf);
        if (outcome.is !== "done") return { is: "stopped", outcomes };
        outcomes.push(outcome);
      }
      return { is: "done", outcomes };
    }, begin);
    if (result.is !== "done") return result.outcomes.length;
    for (const [place, { resolve }] of writes.entries()) resolve(result.outcomes[place]!);
  } catch (error) {
    for (const { reject } of writes) reject(error);
  }
  return undefined;
}

/** The error of one write; an error of the connection or of the transaction is one of all writes. */
function outcomeOf(error: unknown): Outcome {
  if (isStoreUnavailable(error) || isResultUnknown(error) || isSerializationFailure(error))
    throw error;
  return { is: "failed" };
}
