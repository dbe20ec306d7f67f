// What needs `yaml`, as one module: it is imported on demand, because it takes 30 ms to load.
export { createLocator, locateDiagnostics } from "./locate.ts";
export { parse, parseList, parseValues } from "./parse.ts";
