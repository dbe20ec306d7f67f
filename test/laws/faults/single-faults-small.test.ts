// Promise 6: short runs, each fault on each of their requests: every verb for every kind, and a
// project in which much is equal.
import { shop } from "./scenarios/shop.ts";
import { singleFaults } from "./single-faults.ts";
import { twins } from "./scenarios/equal-evaluations.ts";

const { filename } = import.meta;

singleFaults(filename, "apply --prune of the shop", () => shop(["--prune"]), 1);
singleFaults(filename, "apply of twins", twins, 2);
