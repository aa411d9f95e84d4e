import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Problem } from "../problem.ts";

interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string;
        readonly resolved?: string;
        readonly optionalDependencies?: Readonly<Record<string, string>>;
      }
    >
  >;
}

const file = "package-lock.json";

/** Checks that the lock names every package that `npm ci` will look for, on every platform, at one registry. */
export function checkLockFile(root: string): Problem[] {
  const path = join(root, file);
  if (!existsSync(path)) {
    return [{ file, message: "is missing: run `npm install` and commit it" }];
  }
  const { packages } = JSON.parse(readFileSync(path, "utf8")) as Lock;
  const names = new Set(Object.keys(packages).map((key) => key.split("node_modules/").at(-1)));
  const incomplete = Object.entries(packages)
    .filter(([, { optionalDependencies }]) =>
      Object.keys(optionalDependencies ?? {}).some((name) => !names.has(name)),
    )
    .map(([key, { version }]) => ({
      file,
      message: `${key} ${version ?? ""} lacks packages of some platforms, so that npm ci fails: pin a version whose packages all exist`,
    }));
  const hosts = new Set(
    Object.values(packages)
      .filter(({ resolved }) => resolved?.startsWith("http") === true)
      .map(({ resolved }) => new URL(resolved ?? "").host),
  );
  const mixed =
    hosts.size < 2
      ? []
      : [
          {
            file,
            message: `names several hosts (${[...hosts].join(", ")}): install again from one registry`,
          },
        ];
  return [...incomplete, ...mixed];
}
