// What stands in the header of a call.

/** Names and values of a header, as fetch takes them, without fetch; a class, because ofetch makes one. */
export class Fields extends Map<string, string> {
  constructor(fields: RequestInit["headers"] = {}) {
    const pairs = Symbol.iterator in fields ? fields : Object.entries(fields);
    super(pairs as Iterable<[string, string]>);
  }
}
