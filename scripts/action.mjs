// The Action of a commit of the source, where dist/ may be missing. A release starts dist/action.js.
import { existsSync } from "node:fs";

const action = new URL("../dist/action.js", import.meta.url);
if (existsSync(action)) await import(action.href);
else {
  console.log(
    "::error::This commit of promptctl has no built Action (dist/ is missing). Use the commit of a release: that of a tag like v0.1.0.",
  );
  process.exitCode = 1;
}
