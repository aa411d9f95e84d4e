export { launch, type Launched, LaunchError, type LaunchOptions } from "./launch.ts";
export {
  findServer,
  installServers,
  locateBrowser,
  locateServer,
  MissingServerError,
} from "./locate-server.ts";
export { findFreePort, reserveIfFree } from "./ports.ts";
export { startPostgres, type PostgresOptions } from "./postgres/start-postgres.ts";
export type { ServerCertificate } from "./server-certificate.ts";
export type { Exit, ServerHandle } from "./server-handle.ts";
export { startNats, type NatsOptions, type NatsUser, type NatsUsersText } from "./start-nats.ts";
export { type SlapdHandle, type SlapdOptions, startSlapd } from "./start-slapd.ts";
export { startRedis, type RedisOptions, type RedisUsers } from "./start-redis.ts";
