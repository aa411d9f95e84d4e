import { seen } from "../presence.ts";
import { type ClientState, Misfit, type Row } from "../state.ts";
import type { Appliers } from "./appliers.ts";
import { channelsAppliers } from "./channels.ts";
import { messagesAppliers } from "./messages.ts";
import { personalAppliers } from "./personal.ts";
import { usersAppliers } from "./users.ts";

/** Events that change nothing that stays: they are only held against their schema. */
export const passingKinds: ReadonlySet<string> = new Set([
  // Clients fetch the list of attachments when they show it.
  "attachment add",
  "attachment update",
  "attachment remove",
  "heartbeat",
  // Clients fetch the invitations anew.
  "invites_changed",
  // Clients fetch exports, and who lets private data be exported, when they show them.
  "realm_export",
  "realm_export_consent",
  "realm deactivated",
  "typing start",
  "typing stop",
  "typing_edit_message start",
  "typing_edit_message stop",
]);

export const appliers: Appliers = {
  ...channelsAppliers,
  ...messagesAppliers,
  ...personalAppliers,
  ...usersAppliers,
  presence: seen,
};

/** An event's type, with its op where it has one. */
export function kindOf(event: Row): string {
  const { op, type } = event as { readonly op?: string; readonly type: string };
  return op === undefined ? type : `${type} ${op}`;
}

/** Does with an event what clients do. @throws Misfit */
export function applyEvent(state: ClientState, event: Row): void {
  const kind = kindOf(event);
  if (passingKinds.has(kind)) return;
  const apply = appliers[kind];
  if (!apply) throw new Misfit(`Clients would not know what to do with ${kind}.`);
  apply(state, event);
}
