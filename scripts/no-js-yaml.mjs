// What the build bundles in place of js-yaml for packages that read YAML files: codegen gives them
// schemas that are loaded already.

/** A package extends it while it is loaded. */
export const CORE_SCHEMA = { withTags() {} };
