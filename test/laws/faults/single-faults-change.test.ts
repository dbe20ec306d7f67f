// Promise 6: a run over the support desk that creates, updates, replaces and deletes, each fault on
// each of its requests; with --prune what no file defines goes too, and only then.
import { deskOntoOlder } from "./scenarios/support-desk.ts";
import { singleFaults } from "./single-faults.ts";

const { filename } = import.meta;

singleFaults(filename, "apply of the desk onto an older one", () => deskOntoOlder([]), 0.2);
singleFaults(
  filename,
  "apply --prune of the desk onto an older one",
  () => deskOntoOlder(["--prune"]),
  0.2,
);
