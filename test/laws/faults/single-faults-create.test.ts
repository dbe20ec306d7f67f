// Promise 6: a run over the support desk onto an empty service, each fault on each of its requests.
import { deskOntoNothing } from "./scenarios/support-desk.ts";
import { singleFaults } from "./single-faults.ts";

singleFaults(import.meta.filename, "apply of the desk onto nothing", deskOntoNothing, 0.2);
