import { expect, test } from "vitest";
import { movedSystemMessages } from "../../../src/engine/render/system-order.ts";

test.for<[string[], number[]]>([
  [["system", "system", "user", "assistant"], []],
  [["user", "system"], [1]],
  [
    ["system", "user", "system", "assistant", "system"],
    [2, 4],
  ],
  [["system", "system"], []],
  [[], []],
])("of %j, the messages at %j move to the front", ([roles, moved]) => {
  expect(movedSystemMessages(roles.map((role) => ({ role })))).toEqual(moved);
});
