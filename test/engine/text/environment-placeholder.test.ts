import { expect, it } from "vitest";
import {
  beginsWithPlaceholder,
  containsPlaceholder,
  isWholePlaceholder,
} from "../../../src/engine/text/environment-placeholder.ts";

it.each([
  ["${NAME}", "begins, is, contains"],
  ["${{ env.NAME }}", "begins, is, contains"],
  ["$NAME", "begins, is"],
  ["$(NAME)", "begins, is"],
  ["%NAME%", "is"],
  ["${NAME}/path", "begins, contains"],
  ["a ${NAME}", "contains"],
  ["${}", "begins, is"],
  ["$_NAME", "begins, is"],
  ["$A", "begins"],
  ["", ""],
  ["NAME", ""],
  ["$5", ""],
  ["$name", ""],
  ["$", ""],
  ["10 %", ""],
  ["{{name}}", ""],
])("%j: %s", (text, expected) => {
  const found = [
    beginsWithPlaceholder(text) && "begins",
    isWholePlaceholder(text) && "is",
    containsPlaceholder(text) && "contains",
  ];
  expect(found.filter(Boolean).join(", ")).toBe(expected);
});
