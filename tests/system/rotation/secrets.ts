import { execFileSync } from "node:child_process";
import path from "node:path";

import { parseAllDocuments } from "yaml";
import { z } from "zod";

import type { Secrets } from "./cluster.ts";

const root = path.join(import.meta.dirname, "../../..");
const secret = z.object({
  metadata: z.object({ name: z.string() }),
  data: z.record(z.string(), z.base64()),
});

/** Makes the Secrets of an installation by its command; their names are the same in no two namespaces that matter. */
export function makeSecrets(): Secrets {
  const printed = execFileSync(path.join(root, "deploy/secrets"), { encoding: "utf8" });
  return new Map(
    parseAllDocuments(printed).map((document) => {
      const { data, metadata } = secret.parse(document.toJS());
      const values = Object.entries(data).map(
        ([key, value]) => [key, Buffer.from(value, "base64").toString()] as const,
      );
      return [metadata.name, new Map(values)];
    }),
  );
}
