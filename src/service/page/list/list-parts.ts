// Reads a list of the store in parts, so that memory and time are bounded with any number of resources.
import { setImmediate as nextTurn } from "node:timers/promises";
import { createCallLimit } from "../../../engine/model/call-limit.ts";
import type { Kind } from "../../../engine/model/kind.ts";
import { listResources, type ResourceContext } from "../../http/resources/resources.ts";

/** Parts of the list that one request reads: each has 1 MiB and takes about 10 ms. */
const maxParts = 100;

type ListPart = Awaited<ReturnType<typeof listResources>> & { readonly after: number };

/**
 * Each search waits for a turn of the event loop in which no other one reads a part: other requests are
 * handled between the parts of all searches.
 */
const oneByOne = createCallLimit(1);

/** The parts of a list after a resource, as many as one request reads. */
export async function* listParts(
  context: ResourceContext,
  kind: Kind,
  start: number,
): AsyncGenerator<ListPart> {
  let after: number | undefined = start;
  for (let parts = 0; parts < maxParts && after !== undefined; parts++) {
    await oneByOne(() => nextTurn());
    const part = await listResources(context, kind, { after });
    yield { ...part, after };
    after = part.next;
  }
}
