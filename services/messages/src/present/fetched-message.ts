import {
  type FetchedMessage,
  type MessageForm,
  presentMessage,
  type UserRecord,
} from "@team-chat/contract";
import type { ChannelDirectory, UserDirectory } from "@team-chat/projection";

import { isSpectator } from "../domain/directories/spectator.ts";
import type { MessageRow } from "../queries/messages/messages.ts";
import type { Sees } from "../values/visibility.ts";
import { presentEditHistory } from "./edit-history.ts";
import { presentFlags } from "./flags.ts";
import { presentWide } from "./wide-message.ts";

interface Reader {
  readonly actor: UserRecord;
  readonly users: UserDirectory;
  readonly channels: ChannelDirectory;
  readonly sees: Sees;
}

/** Presents a stored message as its reader gets it. */
export function presentFetched(row: MessageRow, form: MessageForm, realm: Reader): FetchedMessage {
  const wide = {
    ...presentWide(row, realm),
    id: row.id,
    timestamp: row.sentAt,
    reactions: [...row.reactions],
    submessages: [...row.submessages],
    ...presentEditHistory(row.editHistory, realm.users),
    ...(row.editedAt === null ? {} : { last_edit_timestamp: row.editedAt }),
    ...(row.movedAt === null ? {} : { last_moved_timestamp: row.movedAt }),
  };
  // Whoever has no account has read everything and is nobody's addressee.
  const flags = isSpectator(realm.actor) ? ["read"] : presentFlags(row);
  return { ...presentMessage(wide, form), flags };
}
