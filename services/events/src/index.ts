export { type EventsConfig, configSchema } from "./config.ts";
export { configure } from "./program.ts";
export { createService, type EventsOverrides, type EventsService } from "./service.ts";
