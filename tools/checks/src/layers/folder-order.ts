/** The files and folders of a service's `src` from top to bottom; each may import those below it and nothing above. */
const everyService = [
  "main.ts",
  "index.ts",
  "program.ts",
  "service.ts",
  "metrics.ts",
  "routes.ts",
  "consumers",
  "operations",
  "workflows",
  "context.ts",
  "config.ts",
  "register",
  "present",
  "policies",
  "domain",
  "queries",
  "values",
  "log.ts",
] as const;

/**
 * The order of messages, which has two folders of its own below the context: `sending`, whose writer the context holds,
 * and `loading`, which needs connections and copies of others' data but no context.
 */
const messages = [
  "main.ts",
  "index.ts",
  "program.ts",
  "service.ts",
  "metrics.ts",
  "routes.ts",
  "consumers",
  "operations",
  "workflows",
  "context.ts",
  "config.ts",
  "sending",
  "loading",
  "register",
  "present",
  "policies",
  "domain",
  "queries",
  "values",
  "log.ts",
] as const;

/** The order of users: it has an operator, and so many operations that those for services have a list of their own. */
const users = everyService.flatMap((name) =>
  name === "routes.ts" ? [name, "internal-routes.ts", "operator"] : [name],
);

/** The order of the gateway, which has no operations: a request for one is served by passing it on, all else is web. */
const gateway = [
  "main.ts",
  "index.ts",
  "program.ts",
  "service.ts",
  "metrics.ts",
  "web",
  "pages",
  "serving",
  "long-polls",
  "authentication",
  "limits",
  "realms",
  "requests",
  "config.ts",
  "log.ts",
] as const;

/** By service, the order of everything in its `src`. */
export const folderOrders: Readonly<Record<string, readonly string[]>> = {
  channels: everyService,
  events: everyService,
  gateway,
  messages,
  users,
  webhooks: everyService,
};

/** Largest number of TypeScript files directly in one folder, tests included. */
export const maxFolderFiles = 30;
