export { configSchema, type WebhooksConfig } from "./config.ts";
export { configure } from "./program.ts";
export { createService, type WebhooksOverrides, type WebhooksService } from "./service.ts";
