// Promise 6: no duplicates, nothing lost. Short runs with each fault on each request: one with every verb
// for every kind, one with many equal resources.
import { equalEvaluations } from "./scenarios/equal-evaluations.ts";
import { shop } from "./scenarios/shop.ts";
import { describeSingleFaults } from "./single-faults.ts";

const { filename } = import.meta;

describeSingleFaults(filename, "apply --prune of the shop", () => shop(["--prune"]), 1);
describeSingleFaults(filename, "apply of equal evaluations", equalEvaluations, 2);

const extensions = { extensions: true };
const [shopTitle, equalTitle] = ["apply --prune of the shop", "apply of equal evaluations"].map(
  (title) => `${title} to a service with extensions`,
);
describeSingleFaults(filename, shopTitle!, () => shop(["--prune"]), 1, extensions);
describeSingleFaults(filename, equalTitle!, equalEvaluations, 2, extensions);
