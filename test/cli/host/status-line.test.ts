// The status line: when it shows its text, and that nothing of it stays.
import { expect, it } from "vitest";
import { openStatusLine } from "../../../src/cli/host/status-line.ts";
import { fakeHost } from "../fake-host.ts";

/** Opens a status line that counts how often its text was asked for. `tick`: the next second. */
function statusLine() {
  const shown: string[] = [];
  let tick: (() => void) | undefined;
  const { host } = fakeHost([], {
    cwd: "/repository",
    process: {
      showStatus: (text) => void shown.push(text),
      every: (milliseconds, callback) => {
        expect(milliseconds).toBe(1000);
        tick = callback;
        return () => (tick = undefined);
      },
    },
  });
  let count = 0;
  const line = openStatusLine(host, () => `text ${++count}`);
  return { shown, line, tick: () => tick?.() };
}

it("shows the text as it is each second, and on an update", () => {
  const { shown, line, tick } = statusLine();
  tick();
  line.update();
  tick();
  expect(shown).toEqual(["text 1", "text 2", "text 3"]);
});

it("is empty after its end, and shows nothing more", () => {
  const { shown, line, tick } = statusLine();
  tick();
  line.end();
  tick();
  expect(shown).toEqual(["text 1", ""]);
});

it("without a terminal, the text is not even made", () => {
  const { host } = fakeHost([], {
    cwd: "/repository",
    process: { showStatus: undefined, every: () => expect.fail("a timer was started") },
  });
  const line = openStatusLine(host, () => expect.fail("the text was made"));
  line.update();
  line.end();
});
