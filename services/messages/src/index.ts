export { type Config, configSchema } from "./config.ts";
export { configure } from "./program.ts";
export { createService, type MessagesService } from "./service.ts";
export { checkDelete } from "./policies/delete-permission.ts";
export { checkChannelMove, checkTopicEdit } from "./policies/edit-permission.ts";
