// The comments of docs/review.md: what the Action writes on a pull request. Their pictures are made from
// docs/images/comment.md and tests.md by scripts/comment-picture.mjs. `npx vitest run <this file> -u`
// updates the texts.
import { expect, it } from "vitest";
import { pullRequest, push } from "../github/events.ts";
import { createFixture } from "../github/fixture.ts";
import { createTestsFixture } from "../github/tests-fixture.ts";
import { greeter, project } from "../cli/project.ts";

const policy = (limit: string, rule: string): string =>
  `You help customers of an online shop with refunds. Refund orders of up to ${limit} at once, if they were delivered in the last 30 days. Ask for the order number first, and look the order up before you promise anything.
${rule}
Write two to five sentences. Be friendly and precise, and never blame the customer.
`;

const assistant = (temperature: string, request: string, variables: string): string => `kind: prompt
name: Refund assistant
tools: [lookup_order]
parameters: { provider: OPENAI, name: gpt-5.4, maxTokens: 800, temperature: ${temperature} }
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
  const files = {
    "promptctl.yaml": "definitions: prompts\nscope: ['prompt/Refund *', 'tool/*']\n",
    [path]: before,
    "prompts/policy.md": policy("50 pounds", "Offer a voucher if the customer is angry."),
    "prompts/old-bot.yaml": oldBot,
  };
  await using fixture = await createFixture(files);
  fixture.base = { ...project, ...files };
  await fixture.run("apply", push, { with: { "reviewed-plan": "off" } });
  const after = assistant("0.4", "My parcel is late.", "question: Where is it?, shop: Acme");
  fixture.folder.write(`checkout/${path}`, after);
  fixture.folder.write(
    "checkout/prompts/policy.md",
    policy("5,000 pounds", "Offer a voucher if the parcel is late."),
  );
  fixture.folder.write("checkout/prompts/old-bot.yaml", "");
  fixture.folder.write("checkout/prompts/find-parcel.yaml", parcel);
  const { code } = await fixture.run("plan", pullRequest());
  expect(code).toBe(0);
  const [, ...lines] = fixture.github.comments[0]!.body.split("\n"); // without the marker
  const comment = lines.join("\n").replaceAll(fixture.service.url, "https://prompts.example.com");
  await expect(comment).toMatchFileSnapshot("../../docs/images/comment.md");
});

it("docs/images/tests.md is the section of tests that the Action writes", async () => {
  const instructions = "Ask for the order number first, and look the order up.";
  const file = (text: string, threshold: string): string => `kind: prompt
name: Refund assistant
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-6 }
messages: [{ role: system, content: "${text}" }]
evaluations:
  - name: late delivery
    variables: {}
    appendedMessages: [{ role: user, content: My parcel is late. }]
    assertions:
      - { type: CONTAINS_ANY, targetValues: [order number] }
  - name: angry customer
    variables: {}
    threshold: ${threshold}
    appendedMessages: [{ role: user, content: This is the worst shop. }]
    assertions:
      - { type: CONTAINS_ANY, targetValues: [sorry, apologise] }
  - name: thanks
    variables: {}
    appendedMessages: [{ role: user, content: Thank you! }]
    assertions:
      - { type: CONTAINS_ANY, targetValues: [welcome] }
`;
  const replies = `
- { evaluation: "*late*", side: base, text: I am sorry to read this. What is your order number? }
- { evaluation: "*late*", text: I am sorry to read this. I refund your order now. }
- { evaluation: "*angry*", text: I am sorry. }
- { evaluation: "*thanks", error: The provider is overloaded. }
`;
  await using fixture = await createTestsFixture(
    { "prompts/support.yaml": file("Refund at once.", "0.5") },
    { "prompts/support.yaml": file(instructions, "1"), "replies.yaml": replies },
  );
  expect((await fixture.test()).code).toBe(5);
  const [, ...lines] = fixture.github.comments[0]!.body.split("\n"); // without the marker
  const section = lines
    .join("\n")
    .replace(/\d+ calls, .*? · /, "6 calls, $0.0191, 8.2 s · ")
    .replace("scripted replies · ", "")
    .replace(/promptctl [\d.]+`/, "promptctl 0.1.0`")
    .replaceAll(/ · `support`|support\/(?=prompts)/g, "")
    .replaceAll(fixture.baseCommit.slice(0, 7), "3f2a91c");
  await expect(section).toMatchFileSnapshot("../../docs/images/tests.md");
});
