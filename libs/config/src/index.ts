export { databaseLimits } from "./database-limits.ts";
export { parseConfig, ConfigError } from "./parse-config.ts";
export { externalScheme } from "./external-scheme.ts";
export { listenSettings } from "./listen-settings.ts";
export { natsSettings } from "./nats-settings.ts";
export { Secret, secret } from "./secret.ts";
export { streamSettings } from "./stream-settings.ts";
export * as env from "./fields.ts";
export { isLoopback } from "./is-loopback.ts";
