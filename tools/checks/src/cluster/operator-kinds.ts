import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { z } from "zod";

import { run } from "./run.ts";

/** Kinds with their schemas, in the modules of the operators: of the oldest release that docs/install.md allows. */
const modules = [
  {
    module: "github.com/cloudnative-pg/cloudnative-pg@v1.26.0",
    kinds: ["postgresql.cnpg.io_clusters", "postgresql.cnpg.io_scheduledbackups"],
  },
  {
    module: "github.com/cloudnative-pg/plugin-barman-cloud@v0.15.0",
    kinds: ["barmancloud.cnpg.io_objectstores"],
  },
] as const;

const downloaded = z.object({ Dir: z.string() });

/**
 * Returns the files of the kinds that the operator of PostgreSQL and its plugin bring, which Go fetches once; a text
 * that says why there are none otherwise.
 */
export async function operatorKinds(): Promise<readonly string[] | string> {
  const folder = mkdtempSync(join(tmpdir(), "kinds-"));
  try {
    const files: string[] = [];
    for (const { kinds, module } of modules) {
      // Outside of any module of ours, whose requirements it is none of.
      const { status, stderr, stdout } = await run("go", ["mod", "download", "-json", module], {
        cwd: folder,
      });
      if (status !== 0) return `Go cannot fetch ${module}: ${(stdout + stderr).trim().slice(-600)}`;
      const { Dir } = downloaded.parse(JSON.parse(stdout));
      files.push(...kinds.map((kind) => join(Dir, "config/crd/bases", `${kind}.yaml`)));
    }
    return files;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
