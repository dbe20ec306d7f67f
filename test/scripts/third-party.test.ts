// The notices and the software bill of materials of the built package name all that it contains.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const notices = read("dist-test/THIRD-PARTY-NOTICES.md");
const noticed = [...notices.matchAll(/^## (\S+) (\S+) \(/gm)].map(([, name, version]) => ({
  name: name!,
  version: version!,
}));

interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly scope?: string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
}
const bill = JSON.parse(read("dist-test/sbom.cdx.json")) as {
  readonly bomFormat: string;
  readonly components: readonly Component[];
};

/** The packages that files of src import, except those that are installed. */
function importedPackages(): string[] {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  const texts = files
    .filter((file) => /(?<!\.d)\.ts$/.test(file))
    .map((file) => read(`src/${file}`));
  const paths = texts.flatMap((text) =>
    [
      ...text.matchAll(/^(?:(?:import(?! type)|export|\}) .*?from |.*?\bimport\()"([^."][^"]*)"/gm),
    ].map(([, path]) => path!),
  );
  const names = paths.map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)![0]);
  return [...new Set(names)].filter((name) => !name.startsWith("node:") && name !== "libsql");
}

describe("the third-party notices", () => {
  it("have a licence text for every package that the source imports", () => {
    const imported = importedPackages();
    expect(imported.length).toBeGreaterThan(10);
    expect(noticed.map(({ name }) => name)).toEqual(expect.arrayContaining(imported));
    const sections = notices.split(/^## /m).slice(1);
    expect(sections.filter((section) => !/copyright|permission/i.test(section))).toEqual([]);
  });

  it("name the installed versions", () => {
    const installed = noticed.filter(({ name, version }) => {
      const found = JSON.parse(read(`node_modules/${name}/package.json`)) as { version: string };
      return found.version === version;
    });
    expect(installed.length).toBeGreaterThan(noticed.length - 3); // a nested copy can differ
  });
});

describe("the software bill of materials", () => {
  const fullName = ({ group, name }: Component): string => (group ? `${group}/${name}` : name);

  it("lists what is bundled and what is installed, with versions and hashes", () => {
    const bundled = bill.components.filter(({ scope }) => scope === undefined);
    expect(bundled.map((each) => ({ name: fullName(each), version: each.version }))).toEqual(
      noticed,
    );
    const optional = bill.components.filter(({ scope }) => scope === "optional");
    expect(optional.map(fullName)).toEqual(
      expect.arrayContaining(["libsql", "@libsql/linux-x64-gnu"]),
    );
    for (const { purl, version, hashes } of bill.components) {
      expect(purl).toMatch(new RegExp(`^pkg:npm/[\\w%./-]+@${version.replaceAll(".", "\\.")}$`));
      expect(hashes).toEqual([
        { alg: "SHA-512", content: expect.stringMatching(/^[\da-f]{128}$/) },
      ]);
    }
  });

  it("is the same on every machine: it has no time stamp and no serial number", () => {
    expect(bill.bomFormat).toBe("CycloneDX");
    expect(Object.keys(bill)).not.toContain("serialNumber");
    expect(JSON.stringify(bill)).not.toMatch(/timestamp/);
  });
});
