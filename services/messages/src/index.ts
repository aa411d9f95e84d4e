export { type Config, configSchema } from "./config.ts";
export { createService, type MessagesService } from "./service.ts";
