export { parseConfig, ConfigError } from "./parse-config.ts";
export { Secret, secret } from "./secret.ts";
export * as env from "./fields.ts";
