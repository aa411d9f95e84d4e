export { createDatabase, type TestDatabase } from "./databases/create-database.ts";
export type { Template } from "./databases/template.ts";
export { Inbox } from "./inbox.ts";
export { recordQueries } from "./record-queries.ts";
export { rolePassword } from "./role-password.ts";
export type { TestServers } from "./run/test-servers.ts";
export { settle } from "./settle.ts";
export { testServers } from "./test-servers.ts";
export { uniquePrefix } from "./unique-prefix.ts";
