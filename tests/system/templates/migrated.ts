import { migrateDatabase } from "@team-chat/migrate";
import { rolePassword, type Template } from "@team-chat/testkit";

/** A database with the tables of all services, and no organization yet. */
export const migrated: Template = {
  name: "all-services",
  migrate: async (adminUrl) => {
    await migrateDatabase({ adminUrl, passwordOf: () => rolePassword });
  },
};
