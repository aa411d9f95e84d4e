import { globSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

/** Name of the list of packages in the image, in the form of CycloneDX. */
const sbomFile = "sbom.cdx.json";

const sbom = z.object({
  bomFormat: z.literal("CycloneDX"),
  components: z.array(z.object({ purl: z.string() })),
});

const manifest = z.object({ name: z.string(), version: z.string() });

/** Compares the list of packages in a built folder with the packages that are there; ours are no packages. */
export function sbomProblems(folder: string): string[] {
  const listed = listedPackages(folder);
  const installed = installedPackages(folder);
  if (listed === undefined) {
    return installed.size === 0 ? [] : [`there is no ${sbomFile}: write it with npm sbom`];
  }
  return [
    ...[...installed]
      .filter((name) => !listed.has(name))
      .map((name) => `${name} is installed, and not in ${sbomFile}`),
    ...[...listed]
      .filter((name) => !installed.has(name))
      .map((name) => `${name} is in ${sbomFile}, and not installed`),
  ];
}

function listedPackages(folder: string): Set<string> | undefined {
  const text = readText(join(folder, sbomFile));
  if (text === undefined) return undefined;
  const { components } = sbom.parse(JSON.parse(text));
  return new Set(
    components
      .map(({ purl }) => decodeURIComponent(purl.slice("pkg:npm/".length)).replace(/\?.*$/, ""))
      .filter((name) => !name.startsWith("@team-chat/")),
  );
}

function installedPackages(folder: string): Set<string> {
  const places = ["node_modules/*", "node_modules/@*/*"].flatMap((name) => [name, `*/*/${name}`]);
  const pending = places.flatMap((place) => globSync(join(folder, place)));
  const found = new Set<string>();
  for (const place of pending) {
    const text = lstatSync(place).isDirectory() ? readText(join(place, "package.json")) : undefined;
    if (text !== undefined) {
      const { name, version } = manifest.parse(JSON.parse(text));
      found.add(`${name}@${version}`);
      pending.push(...globSync([join(place, "node_modules/*"), join(place, "node_modules/@*/*")]));
    }
  }
  return found;
}

function readText(path: string): string | undefined {
  const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  return isFile ? readFileSync(path, "utf8") : undefined;
}
