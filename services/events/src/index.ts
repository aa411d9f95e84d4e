export { type EventsConfig, configSchema } from "./config.ts";
export { createService, type EventsOverrides, type EventsService } from "./service.ts";
