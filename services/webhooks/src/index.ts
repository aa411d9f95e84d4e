export { configSchema, type WebhooksConfig } from "./config.ts";
export { createService, type WebhooksOverrides, type WebhooksService } from "./service.ts";
