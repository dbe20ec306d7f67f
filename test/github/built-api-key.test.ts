// The built Action with the input api-key.
import { it } from "vitest";
import { applyWhileTokenEnds } from "./token-fixture.ts";

it("a token that ends between two attempts of an apply is replaced once", () =>
  applyWhileTokenEnds({ built: true }));
