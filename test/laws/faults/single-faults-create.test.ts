// Promise 6: no duplicates, nothing lost. Applies the support desk to an empty service, with each fault on
// each request.
import { supportDeskOnEmptyService } from "./scenarios/support-desk.ts";
import { describeSingleFaults } from "./single-faults.ts";

const { filename } = import.meta;

describeSingleFaults(filename, "apply to an empty service", supportDeskOnEmptyService, 0.2);
