// The rows about programs of a project: checks that run commands, and the application under test.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "./load.mjs";
import { formatTime, result } from "./report.mjs";
import { compareTimes, folder, promptctl, run } from "./runs.mjs";

const checks = 500;
const lines = 50;
const concurrency = 8;

/** What the rows measure, for the notes. */
export const programNotes = `The checks are a program of Node.js, and the replies are from the cache. The application is a shell script
that sleeps for 0.1 s. Its floor is the time of one process while ${concurrency} run, times ${lines}/${concurrency}, rounded up; the time of
promptctl is that beyond the same run with --on echo.`;

const check = `import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const { id, reply } = JSON.parse(line);
  process.stdout.write(\`\${JSON.stringify({ id, pass: reply.text.includes("order") })}\\n\`);
}
`;

const application = `read -r line
sleep 0.1
echo '{"id": "1", "text": "Reply about the order."}'
`;

/** Writes a project with this number of cases; `assertion`: lines of each evaluation. */
function writeProject(name, count, assertion) {
  const project = join(folder, name);
  const evaluations = Array.from(
    { length: count },
    (_, number) => `  - name: order ${number}
    variables: { ticket: "Where is order ${number}?" }
    ${assertion}
`,
  );
  const files = {
    "promptctl.yaml": "test: { command: [sh, application.sh] }\n",
    "check.mjs": check,
    "application.sh": application,
    "prompts/support.yaml": `kind: prompt
name: Support
parameters: { provider: OPENAI, name: gpt-5.4-mini }
messages: [{ role: user, content: "{{ticket}}" }]
evaluations:
${evaluations.join("")}`,
  };
  mkdirSync(join(project, "prompts"), { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(project, path), text);
  return project;
}

/** The row of the checks, with a provider that fills the cache. */
export async function checksRow(rounds, env) {
  const assertion = "assertions: [{ type: CONTAINS_ANY, targetValues: [order] }]";
  const command = "checks: [{ type: COMMAND, run: [node, check.mjs] }]";
  const test = (project) => promptctl("test", project, "--base", "none", "--allow-commands");
  const plain = test(writeProject("plain", checks, assertion));
  const checked = test(writeProject("checked", checks, `${assertion}\n    ${command}`));
  const { ours, theirs } = await compareTimes(
    rounds,
    () => run(checked, env),
    () => run(plain, env),
  );
  return [
    `${checks} COMMAND checks (${formatTime(ours - theirs)} more)`,
    formatTime(ours),
    `without them ${formatTime(theirs)}`,
    "≤ 500 ms more",
    result(ours - theirs <= 500),
  ];
}

/** The row of the application. */
export async function applicationRow(rounds) {
  const assertion = "assertions: [{ type: CONTAINS_ANY, targetValues: [order] }]";
  const project = writeProject("application", lines, assertion);
  const test = (...flags) =>
    promptctl("test", project, "--base", "none", "--concurrency", String(concurrency), ...flags);
  const onCommand = test("--on", "command", "--allow-commands", "--max-calls", String(lines));
  const { ours, theirs } = await compareTimes(
    rounds,
    () => run(onCommand),
    () => run(test("--on", "echo", "--gate", "report")),
  );
  const floor = Math.ceil(lines / concurrency) * (await processTime(project));
  const ratio = (ours - theirs) / floor;
  return [
    `application of 0.1 s, ${lines} cases (${ratio.toFixed(2)} times)`,
    formatTime(ours - theirs),
    `floor ${formatTime(floor)}`,
    "≤ 1.3 times",
    result(ratio <= 1.3),
  ];
}

/** The median time of a process of the application, while as many run as promptctl runs. */
async function processTime(project) {
  const times = [];
  const runOne = async () => {
    const start = performance.now();
    const child = spawn("sh", ["application.sh"], { cwd: project });
    child.stdin.end("{}\n");
    child.stdout.resume();
    await once(child, "close");
    times.push(performance.now() - start);
  };
  const worker = async () => {
    while (times.length < lines) await runOne();
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return median(times);
}
