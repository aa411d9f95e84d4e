import type { UserRecord, WrittenDraft } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { type Directories, hasContentAccess } from "@team-chat/policy";
import type { ChannelDirectory } from "@team-chat/projection";

import type { Sees } from "../values/visibility.ts";
import { normaliseContent, normaliseTopic } from "./message-text.ts";

interface Author {
  readonly actor: UserRecord;
  /** UNIX seconds, for drafts that do not say when they were written. */
  readonly now: number;
}

interface DraftRealm extends Directories {
  readonly channels: ChannelDirectory;
  readonly sees: Sees;
}

/** Checks that the user keeps drafts on the server. @throws BAD_REQUEST */
export function checkSynchronizes({ settings }: UserRecord): void {
  if (settings["enable_drafts_synchronization"] === false)
    throw refused("User has disabled synchronizing drafts.");
}

/** Normalises a draft as it is stored (docs/behaviour/drafts-and-scheduled.md#drafts). @throws BAD_REQUEST */
export function normaliseDraft({ actor, now }: Author, draft: WrittenDraft, realm: DraftRealm) {
  if (draft.content.trim() === "") throw refused('draft["content"] cannot be blank');
  const { timestamp = now } = draft;
  if (timestamp < 0) throw refused("Timestamp must not be negative.");
  return {
    type: draft.type,
    to: recipientsOf(actor, draft, realm),
    topic: draft.type === "stream" ? normaliseTopic(draft.topic) : "",
    content: normaliseContent(draft.content),
    timestamp,
  };
}

function recipientsOf(actor: UserRecord, { type, to }: WrittenDraft, realm: DraftRealm): number[] {
  if (type === "") return [];
  if (type === "stream") return [channelOf(actor, to, realm)];
  for (const id of to) {
    const user = realm.users.users.get(id);
    if (!user || !realm.sees(user)) throw refused(`Invalid user ID ${id}`);
  }
  const others = [...new Set(to)].filter((id) => id !== actor.id).toSorted((a, b) => a - b);
  return others.length === 0 && to.length > 0 ? [actor.id] : others;
}

function channelOf(actor: UserRecord, to: readonly number[], realm: DraftRealm): number {
  const [id] = to;
  if (id === undefined || to.length > 1)
    throw refused("Must specify exactly 1 channel ID for channel messages");
  const channel = realm.channels.channels.get(id);
  if (!channel || !hasContentAccess(actor, channel, realm)) throw refused("Invalid channel ID");
  return id;
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
