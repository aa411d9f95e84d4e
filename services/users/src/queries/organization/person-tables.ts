// What exports of people have of this service (docs/export.md#what-is-a-persons). A test holds it against the tables.
import { personChanges } from "@team-chat/audit";
import { type ExportedTable, sql } from "@team-chat/pg";

import { exportedTables } from "./exported-tables.ts";

/** Rows of one person. */
const own = (userId: number) => sql.fragment`t.user_id = ${userId}`;

/** Kinds that only exports of people have: how somebody gets in, without what anybody could get in with. */
const personOnly: readonly ExportedTable[] = [
  {
    kind: "address_changes",
    table: "email_change",
    key: { user_id: "int8" },
    fields: ["user_id", "email", "expires_at"],
    ofPerson: own,
  },
  {
    kind: "presences",
    table: "presence",
    key: { user_id: "int8" },
    fields: ["user_id", "active_at", "connected_at", "input_at"],
    ofPerson: own,
  },
  {
    kind: "api_keys",
    table: "named_key",
    key: { user_id: "int8", key_id: "int8" },
    fields: [
      "key_id",
      "user_id",
      "name",
      "beginning",
      "scopes",
      "channel_ids",
      "created_at",
      "created_by",
      "expires_at",
      "used_at",
    ],
    ofPerson: own,
  },
  {
    kind: "sessions",
    table: "browser_session",
    key: { user_id: "int8", session_id: "int8" },
    fields: ["session_id", "user_id", "client", "address", "created_at", "seen_at"],
    ofPerson: own,
  },
  {
    kind: "passkeys",
    table: "passkey",
    key: { user_id: "int8", passkey_id: "int8" },
    fields: ["passkey_id", "user_id", "name", "host", "created_at", "last_used_at"],
    ofPerson: own,
  },
  {
    kind: "devices",
    table: "client_device",
    key: { user_id: "int8", device_id: "int8" },
    fields: ["device_id", "user_id", "created_at"],
    ofPerson: own,
  },
  {
    kind: "push_devices",
    table: "push_device",
    key: { user_id: "int8", kind: "text", token_hash: "bytea" },
    fields: ["user_id", "kind", "app_id", "created_at"],
    ofPerson: own,
  },
  personChanges("account_changes"),
];

export const personTables: readonly ExportedTable[] = [...exportedTables, ...personOnly].filter(
  ({ ofPerson }) => ofPerson !== undefined,
);
