// A small valid project for tests of the commands: two tools, two prompts,
// one evaluation with two assertions.

export const lookup = `kind: tool
name: lookup_order
description: Look up an order by its number.
parameters: { type: object }
`;

const mail = `kind: tool
name: send_mail
description: Send a mail.
parameters: { type: object }
`;

export const triage = `kind: prompt
name: Support triage
tools: [lookup_order]
parameters: { provider: ANTHROPIC, name: claude-test }
messages:
  - role: system
    content: { file: ./triage.md }
evaluations:
  - name: refund
    variables: {}
    appendedMessages: [{ role: user, content: I want my money back }]
    assertions:
      - { type: TOOL_CALLED, toolName: lookup_order }
      - { type: LATENCY, targetThreshold: 2000 }
`;

export const greeter = `kind: prompt
name: Greeter
tools: []
parameters: { provider: OPENAI, name: gpt-test }
messages: [{ role: user, content: Hello }]
`;

export const project: Readonly<Record<string, string>> = {
  "promptctl.yaml": "definitions: prompts\n",
  "prompts/lookup.yaml": lookup,
  "prompts/mail.yaml": mail,
  "prompts/triage.yaml": triage,
  "prompts/triage.md": "You triage support tickets.\n",
  "prompts/greeter.yaml": greeter,
};
