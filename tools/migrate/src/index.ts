export { migrateDatabase, provisionStreams, servicesWithDatabase } from "./migrate.ts";
