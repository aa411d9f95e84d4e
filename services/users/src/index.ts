export { type Config, configSchema } from "./config.ts";
export { createService, type UsersService } from "./service.ts";
