import type { Database, HotPool } from "@team-chat/pg";
import { type RegisterMemory, RegisterReads, rowsOfSections } from "@team-chat/register";

import type { Unread, UnreadMessages } from "../domain/unread/unread-messages.ts";
import { sections } from "./sections.ts";
import { unreadRows } from "./sections/unread-msgs.ts";

/** Unread messages by user, of those who asked for them. */
export type UnreadByUser = ReadonlyMap<number, Unread>;

interface Parts {
  readonly db: Database;
  readonly hot: HotPool;
  readonly unread: UnreadMessages;
}

/** Reads for registrations, with what is unread from memory as far as it is remembered. */
export function createRegisterReads({
  db,
  hot,
  unread,
}: Parts): RegisterReads<UnreadMessages, UnreadByUser> {
  return new RegisterReads({ db, hot, memory: memoryOf(unread), rows: rowsOfSections(sections) });
}

/** So few users are tried without a transaction: of many, somebody has something new unread. */
const maxFew = 4;

function memoryOf(unread: UnreadMessages): RegisterMemory<UnreadMessages, UnreadByUser> {
  return {
    maxTries: 1,
    recall: async ({ userIds }, tx) => (tx === null && userIds.length > maxFew ? null : unread),
    settle: async ({ known, realmId, userIds }, { cells }, tx) => {
      const byUser = new Map<number, Unread>();
      if (!unreadRows.isIn(cells)) return byUser;
      for (const userId of userIds) {
        const [row] = unreadRows.in(cells, userId);
        const reader = { realmId, places: row?.places ?? [], mentions: row?.mentions ?? [] };
        const found = tx === null ? known.listRemembered(reader) : await known.list(tx, reader);
        if (found === null) return null;
        byUser.set(userId, found);
      }
      return byUser;
    },
  };
}
