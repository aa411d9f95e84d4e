export { configSchema, type GatewayConfig } from "./config.ts";
export { configure } from "./program.ts";
export { createService, type GatewayOverrides, type GatewayService } from "./service.ts";
