/** Number of requests of each kind that are sent; whatever works for all of them runs at least as often. */
export const rounds = 10;

/** The requests that are sent, by name. */
export type Kind = "send" | "register" | "head" | "page";

/**
 * Names for each package of the stack a function that runs where the package does its work, and the requests that reach
 * it. Functions that run whenever the package is passed by, such as Express's `handle`, would prove nothing.
 */
export const work: Readonly<Record<string, { readonly by: Kind; readonly runs: string }>> = {
  // Operations of services over HTTP, and pages of the gateway, are routes.
  express: { by: "head", runs: "router/lib/route.js dispatch" },
  "express (pages)": { by: "page", runs: "router/lib/route.js dispatch" },
  helmet: { by: "page", runs: "helmet/index.mjs xContentTypeOptionsMiddleware" },
  undici: { by: "head", runs: "undici/lib/dispatcher/client-h1.js writeH1" },
  ioredis: { by: "send", runs: "ioredis/built/Redis.js sendCommand" },
  zod: { by: "send", runs: "zod/v4/core/parse.js fn" },
  pino: { by: "send", runs: "pino/lib/tools.js asJson" },
  pg: { by: "send", runs: "pg/lib/client.js query" },
  slonik: { by: "head", runs: "slonik/dist/binders/bindPool.js one" },
  "@nats-io/transport-node": {
    by: "send",
    runs: "@nats-io/transport-node/lib/node_transport.js send",
  },
  "@nats-io/jetstream": { by: "send", runs: "@nats-io/jetstream/lib/jsmsg.js toJsMsg" },
  "@nats-io/kv": { by: "register", runs: "@nats-io/kv/lib/kv.js put" },
};

/** Lists the packages of which the work was not done for every request that should reach them. */
export function unreached(
  called: Readonly<Record<Kind, ReadonlyMap<string, number>>>,
): readonly string[] {
  return Object.entries(work)
    .filter(([, { by, runs }]) => (called[by].get(runs) ?? 0) < rounds)
    .map(([name]) => name);
}
