// What exports of people have of this service (docs/export.md#what-is-a-persons). A test holds it against the tables.
import { personChanges } from "@team-chat/audit";
import type { ExportedTable } from "@team-chat/pg";

import { exportedTables } from "./exported-tables.ts";

export const personTables: readonly ExportedTable[] = [
  ...exportedTables,
  personChanges("channel_changes"),
].filter(({ ofPerson }) => ofPerson !== undefined);
