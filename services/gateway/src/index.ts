export { configSchema, type GatewayConfig } from "./config.ts";
export { createService, type GatewayOverrides, type GatewayService } from "./service.ts";
