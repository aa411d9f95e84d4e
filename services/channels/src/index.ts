export { type Config, configSchema } from "./config.ts";
export { configure } from "./program.ts";
export { type ChannelsService, createService } from "./service.ts";
export { mayAddSubscribers, mayRemoveSubscribers } from "./policies/subscribers.ts";
