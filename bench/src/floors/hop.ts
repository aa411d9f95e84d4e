import { FloorProcess } from "./floor-process.ts";

export interface Hop {
  /** Client to proxy to service. */
  readonly proxied: URL;
  /** Client to service, for the price of the hop itself. */
  readonly direct: URL;
}

/** Work of the service behind the hop before it answers. */
export type HopInsert =
  | { readonly insert: "none" }
  | { readonly insert: "single" | "batched"; readonly databaseUrl: string };

/** Starts the gateway-hop floor: a bare proxy in front of a bare service, a process each. */
export async function startHop(work: HopInsert, resources: AsyncDisposableStack): Promise<Hop> {
  const environment =
    work.insert === "none"
      ? { INSERT: "none" }
      : { INSERT: work.insert, DATABASE_URL: work.databaseUrl };
  const service = resources.use(await FloorProcess.start("hop-service", environment));
  const proxy = resources.use(
    await FloorProcess.start("hop-proxy", { TARGET: service.url.origin }),
  );
  return { proxied: proxy.url, direct: service.url };
}
