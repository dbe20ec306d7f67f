// Promise 6: no duplicates, nothing lost. Applies the support desk to an older state, which needs creates,
// updates, replaces and deletes, with each fault on each request.
// Promise 4: unmanaged resources are deleted only with --prune.
import { supportDeskOnOlderState } from "./scenarios/support-desk.ts";
import { describeSingleFaults } from "./single-faults.ts";

const { filename } = import.meta;

describeSingleFaults(filename, "apply to an older state", () => supportDeskOnOlderState([]), 0.2);
describeSingleFaults(
  filename,
  "apply --prune to an older state",
  () => supportDeskOnOlderState(["--prune"]),
  0.2,
);
