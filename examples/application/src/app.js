// Prints a sentence about a product: node src/app.js "Ashby kettle". There is no prompt service: the prompts
// are reviewed and tested in git, and the bundle is a file of the application.
import { readFileSync } from "node:fs";
import OpenAI from "openai";
import { createPrompts } from "promptctl-client";

const bundle = JSON.parse(readFileSync(new URL("prompts.json", import.meta.url), "utf8"));

/** @type {import("promptctl-client").Prompts<import("./prompts.ts").Prompts>} */
const prompts = createPrompts({ bundle });

const [product = "Ashby kettle"] = process.argv.slice(2);
const { request, version } = await prompts.render("Product sentence", { product });
const stream = await new OpenAI().chat.completions.create({ ...request, stream: true });
for await (const { choices } of stream) process.stdout.write(choices[0]?.delta.content ?? "");
process.stdout.write(`\n(prompt ${version.digest.slice(0, 14)})\n`);
