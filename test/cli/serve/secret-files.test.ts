// The variables whose values can be in files.
import { writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { expect, it } from "vitest";
import { hasKeyFile, withSecretFiles } from "../../../src/cli/serve/secret-files.ts";
import { folderOf } from "../../io/folder.ts";

it.each([
  "PROMPTCTL_SERVE_NAMED_KEYS",
  "PROMPTCTL_SERVE_KEYS",
  "PROMPTCTL_API_KEY",
  "PROMPTCTL_STORE",
  "PGPASSWORD",
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "ANTHROPIC_BASE_URL",
  "ANTHROPIC_EXTRA_HEADERS",
  "OPENAI_API_KEY",
  "OPENAI_BASE_URL",
  "OPENAI_EXTRA_HEADERS",
])("%s can be in a file, whose last line break does not count", async (name) => {
  await using folder = folderOf();
  const path = folder.at("secret");
  for (const end of ["", "\n", "\r\n"]) {
    writeFileSync(path, ` a\nb ${end}`);
    for (const given of [path, basename(path)]) {
      const env = { OTHER: "x", [`${name}_FILE`]: given };
      expect(withSecretFiles(env, dirname(path))).toEqual({
        OTHER: "x",
        [name]: " a\nb ",
        [`${name}_FILE`]: path,
      });
      expect(hasKeyFile(env)).toBe(/^PROMPTCTL_(SERVE|API)_/.test(name));
    }
  }
});

it("other variables cannot be in a file", () => {
  const env = { HTTPS_PROXY_FILE: "none", PROMPTCTL_ENV_FILE: "none" };
  expect(withSecretFiles(env, "/")).toEqual(env);
  expect(hasKeyFile(env)).toBe(false);
});
