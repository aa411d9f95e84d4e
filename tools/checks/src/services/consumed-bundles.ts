import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { readSources } from "../source-files.ts";

/** Bundles of events that a service reads. */
export interface ConsumedBundles {
  /** The source whose bundles they are, as their subject names it: a service, perhaps with the kind; `everything`. */
  readonly source: string;
  /** Null when the service reads them with a consumer that lives as long as the process. */
  readonly durable: string | null;
}

/** Reads from a service's source what it takes of the streams: durable consumers by name, and whole partitions. */
export async function consumedBundles(root: string, service: string): Promise<ConsumedBundles[]> {
  const text = readSources(root, `services/${service}/src/**/*.ts`)
    .filter(({ path }) => !path.endsWith(".test.ts"))
    .map((file) => file.text)
    .join("\n");
  const durables = Object.entries(await loadDurables(root)).filter(([durable]) =>
    namesDurable(durable).test(text),
  );
  const whole = /\bpartitionSubject\(/.test(text) ? [{ source: "everything", durable: null }] : [];
  const named = durables.map(([durable, source]) => ({
    source: source === ">" ? "everything" : source,
    durable,
  }));
  return [...named, ...whole];
}

/** Durable consumers are named by an option, or listed for a function of them. */
function namesDurable(durable: string): RegExp {
  return new RegExp(
    String.raw`durable: "${durable}"|"${durable}"[^;()]*\]?[^;()]*\)\.map\(\(durable\)`,
  );
}

async function loadDurables(root: string): Promise<Readonly<Record<string, string>>> {
  const path = join(root, "libs/nats/src/index.ts");
  if (!existsSync(path)) return {};
  const { durables } = (await import(pathToFileURL(path).href)) as {
    readonly durables?: Readonly<Record<string, string>>;
  };
  return durables ?? {};
}
