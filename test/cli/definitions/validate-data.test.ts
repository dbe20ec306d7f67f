// Selected files that include files of data, as pre-commit names them.
import { expect, it } from "vitest";
import { folderOf } from "../../io/folder.ts";
import { runCli } from "../fake-host.ts";

const files = {
  "promptctl.yaml": "definitions: prompts\n",
  "prompts/a.yaml":
    "kind: prompt\nname: Ask\nparameters:\n  provider: OPENAI\n  name: gpt-5.4\n  options: { responseSchema: { file: ./s.json } }\nmessages: [{ role: user, content: Hi }]\n",
  "prompts/s.json": '{\n  "type": \n',
};

it.each([["prompts/a.yaml"], ["prompts/s.json"]])(
  "an error in the data is reported if %s is selected",
  async (selected) => {
    await using folder = folderOf(files);
    const { code, out, err } = await runCli(["validate", selected], { cwd: folder.path });
    expect([code, out + err]).toEqual([3, expect.stringContaining("prompts/s.json:")]);
  },
);
