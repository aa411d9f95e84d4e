export { type Config, configSchema } from "./config.ts";
export { configure } from "./program.ts";
export { createService, type UsersService } from "./service.ts";
