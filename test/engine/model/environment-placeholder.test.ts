import { expect, it } from "vitest";
import { beginsWithPlaceholder } from "../../../src/engine/model/environment-placeholder.ts";

it.each(["${NAME}", "$NAME", "$(NAME)", "${NAME}/path", "$_NAME"])(
  "%j begins with a placeholder",
  (text) => expect(beginsWithPlaceholder(text)).toBe(true),
);

it.each(["", "NAME", "$5", "$name", "$", "a ${NAME}", "{{name}}"])(
  "%j does not begin with a placeholder",
  (text) => expect(beginsWithPlaceholder(text)).toBe(false),
);
