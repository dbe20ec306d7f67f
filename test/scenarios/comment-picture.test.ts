// The comment of docs/review.md: what the Action writes on a pull request. Its picture is made from
// docs/images/comment.md by scripts/comment-picture.mjs. `npx vitest run <this file> -u` updates the text.
import { expect, it } from "vitest";
import { baseSha, pullRequest, push } from "../github/events.ts";
import { createFixture } from "../github/fixture.ts";
import { greeter } from "../cli/project.ts";

const policy = (limit: string, rule: string): string =>
  `You help customers of an online shop with refunds. Refund orders of up to ${limit} at once, if they were delivered in the last 30 days. Ask for the order number first, and look the order up before you promise anything.
${rule}
Write two to five sentences. Be friendly and precise, and never blame the customer.
`;

const assistant = (temperature: string, request: string, variables: string): string => `kind: prompt
name: Refund assistant
tools: [lookup_order]
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-6, maxTokens: 800, temperature: ${temperature} }
messages:
  - role: system
    content: { file: ./policy.md }
  - role: user
    content: "{{question}}"
evaluations:
  - name: late delivery
    variables: { ${variables} }
    appendedMessages: [{ role: user, content: ${request} }]
    assertions:
      - { type: TOOL_CALLED, toolName: lookup_order }
      - { type: CONTAINS_ANY, targetValues: [order number, refund] }
`;

const parcel = `kind: tool
name: find_parcel
description: Find a parcel by its tracking number.
parameters:
  type: object
  properties: { trackingNumber: { type: string } }
  required: [trackingNumber]
`;

const path = "prompts/refund-assistant.yaml";
const oldBot = greeter.replace("Greeter", "Old bot");

it("docs/images/comment.md is the comment that the Action writes", async () => {
  const before = assistant("0.2", "My parcel is late.", "question: Where is it?");
  await using fixture = await createFixture({
    [path]: before,
    "prompts/policy.md": policy("50 pounds", "Offer a voucher if the customer is angry."),
    "prompts/old-bot.yaml": oldBot,
  });
  await fixture.run("apply", push, { with: { "reviewed-plan": "off" } });
  const after = assistant("0.4", "My parcel is late.", "question: Where is it?, shop: Acme");
  fixture.folder.write(`checkout/${path}`, after);
  fixture.folder.write(
    "checkout/prompts/policy.md",
    policy("5,000 pounds", "Offer a voucher if the parcel is late."),
  );
  fixture.folder.write("checkout/prompts/old-bot.yaml", "");
  fixture.folder.write("checkout/prompts/find-parcel.yaml", parcel);
  const names = [path, "prompts/policy.md", "prompts/old-bot.yaml", "prompts/find-parcel.yaml"];
  const statuses = ["modified", "modified", "removed", "added"];
  fixture.github.changedFiles.set(
    7,
    names.map((filename, index) => ({ filename, status: statuses[index] })),
  );
  fixture.github.contents.set(`${baseSha}:${path}`, before);
  fixture.github.contents.set(`${baseSha}:prompts/old-bot.yaml`, oldBot);
  const { code } = await fixture.run("plan", pullRequest());
  expect(code).toBe(0);
  const [, ...lines] = fixture.github.comments[0]!.body.split("\n"); // without the marker
  const comment = lines.join("\n").replaceAll(fixture.service.url, "https://prompts.example.com");
  await expect(comment).toMatchFileSnapshot("../../docs/images/comment.md");
});
