import type { UserRecord } from "@team-chat/contract";

import type { RealmView } from "../../domain/directories/realm-view.ts";
import { listAudience } from "../../loading/message-audience.ts";
import { deleteMessageEvent } from "../../present/edit-events.ts";
import { archiveMessages } from "../../queries/archive/archive-messages.ts";
import type { TopicNewest } from "../../queries/peers/notices.ts";
import type { ChangeWork } from "../change-work.ts";
import { isResolveNotice } from "./notice-texts.ts";

/** Time within which a topic may be marked and unmarked without a trace, in seconds. */
const graceSeconds = 60;

/** Deletes the newest message of a topic when it is a fresh notice about resolving; tells whether it was. */
export async function withdrawResolveNotice(
  { ctx, tx, emit }: ChangeWork,
  realm: RealmView,
  { bot, newest }: { bot: UserRecord; newest: TopicNewest },
): Promise<boolean> {
  const isFresh = ctx.now() / 1000 - newest.sentAt <= graceSeconds;
  if (newest.senderId !== bot.id || !isFresh || !isResolveNotice(newest.content)) return false;
  const place = { ...newest, participants: null, messageIds: [newest.id] };
  const audience = await listAudience(tx, realm, place);
  const gone = { realmId: realm.realmId, ids: [newest.id], deletedBy: null } as const;
  await archiveMessages(tx, { ...gone, reason: "withdrawn", nowMs: ctx.now() });
  emit(deleteMessageEvent([newest.id], newest, audience));
  return true;
}
