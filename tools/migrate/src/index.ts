export {
  migrateDatabase,
  migrateStreams,
  provisionStreams,
  servicesWithDatabase,
} from "./migrate.ts";
