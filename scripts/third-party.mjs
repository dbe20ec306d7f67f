// What the package contains of others: their notices, and a software bill of materials (CycloneDX).
// Both follow from the files that esbuild bundled and from package-lock.json, so they are the same
// on every machine.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dist } from "./dist.mjs";

const root = join(import.meta.dirname, "..");
const json = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));

/** The files whose code is in the outputs of an esbuild run. */
export function bundledFiles({ outputs }) {
  return Object.values(outputs).flatMap((output) =>
    Object.keys(output.inputs).filter((path) => output.inputs[path].bytesInOutput > 0),
  );
}

/** Writes both files to dist/. `inputs` are the paths of all bundled files. */
export function writeThirdPartyFiles(inputs) {
  writeFileSync(join(dist, "THIRD-PARTY-NOTICES.md"), noticesOf(inputs));
  const text = JSON.stringify(billOfMaterials(packagesOf(inputs)), null, 2);
  writeFileSync(join(dist, "sbom.cdx.json"), `${text}\n`);
}

/** The folders in node_modules that files are in, sorted. */
function packagesOf(inputs) {
  const folders = inputs.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  return [...new Set(folders.filter(Boolean))].sort();
}

/** The text with the notices of all packages that files are of. */
export function noticesOf(inputs) {
  const sections = packagesOf(inputs).map((folder) => {
    const { name, version, license } = json(join(folder, "package.json"));
    const texts = licenceTexts(folder);
    if (texts.length === 0) throw new Error(`${folder} has no licence file.`);
    return `## ${name} ${version} (${license})\n\n${texts.map(quoted).join("\n\n")}\n`;
  });
  const head =
    "# Third-party notices\n\nThe files in this folder contain these packages. `npm run build` writes this file.\n";
  return [head, ...sections].join("\n");
}

/** The texts of the licence files, else the section on the licence at the end of the README. */
function licenceTexts(folder) {
  const text = (file) =>
    readFileSync(join(root, folder, file), "utf8")
      .replaceAll("\r\n", "\n")
      .trim();
  const files = readdirSync(join(root, folder));
  const licences = files.filter((file) => /^(licen[cs]e|notice|copying)/i.test(file)).sort();
  if (licences.length > 0) return licences.map(text);
  const [, section] = /^#+ licen[cs]e\s+(.*)/ims.exec(text("README.md")) ?? [];
  return section === undefined ? [] : [section];
}

function quoted(text) {
  return `\`\`\`text\n${text}\n\`\`\``;
}

function billOfMaterials(folders) {
  const { packages } = json("package-lock.json");
  const own = json("package.json");
  const optional = dependenciesOf(Object.keys(own.optionalDependencies ?? {}), packages);
  const components = [
    ...folders.map((folder) => component(folder, packages[folder])),
    ...optional.map((folder) => ({ ...component(folder, packages[folder]), scope: "optional" })),
  ];
  const main = component(own.name, own);
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { ...main, type: "application" } },
    components,
    dependencies: [
      { ref: main["bom-ref"], dependsOn: components.map((each) => each["bom-ref"]) },
      ...components.map((each) => ({ ref: each["bom-ref"] })),
    ],
  };
}

/** The folders of packages, and of all that they depend on on any platform. */
function dependenciesOf(names, packages, found = new Set()) {
  for (const name of names) {
    const folder = `node_modules/${name}`;
    if (found.has(folder) || !packages[folder]) continue;
    found.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = packages[folder];
    dependenciesOf(Object.keys({ ...dependencies, ...optionalDependencies }), packages, found);
  }
  return [...found].sort();
}

function component(folder, { version, license, integrity }) {
  const fullName = folder.replace(/^.*node_modules\//, "");
  const [name, group] = fullName.split("/").reverse();
  const purl = `pkg:npm/${fullName.replace("@", "%40")}@${version}`;
  return {
    type: "library",
    "bom-ref": purl,
    ...(group && { group }),
    name,
    version,
    purl,
    licenses: [/\s/.test(license) ? { expression: license } : { license: { id: license } }],
    ...(integrity && { hashes: [hash(integrity)] }),
  };
}

/** `sha512-<base64>` as CycloneDX writes it. */
function hash(integrity) {
  const [algorithm, base64] = integrity.split("-");
  const content = Buffer.from(base64, "base64").toString("hex");
  return { alg: algorithm.replace("sha", "SHA-"), content };
}
