import type {
  DomainEvent,
  InputOf,
  MentionFacts,
  OutputOf,
  updateMessage as contract,
} from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import type { RenderedText } from "@team-chat/markdown";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import { loadChangeable } from "../../loading/load-changeable.ts";
import { loadRealm, reloadRealm } from "../../loading/load-realm.ts";
import { listAudience } from "../../loading/message-audience.ts";
import { type MessageChange, parseChange } from "../../policies/message-change.ts";
import { presentAttachment } from "../../present/attachment.ts";
import { deleteMessageEvent, updateMessageEvent } from "../../present/edit-events.ts";
import { readEvent } from "../../present/flags-event.ts";
import { presentWide } from "../../present/wide-message.ts";
import type { AttachmentRow } from "../../queries/files/attachments.ts";
import { flagBits, mentionBits } from "../../queries/messages/flag-bits.ts";
import type { MessageRow } from "../../queries/messages/messages.ts";
import { listUserFlags, type UserFlagRow } from "../../queries/read-state/mention-flags.ts";
import { linkFiles } from "../../sending/link-files.ts";
import { pastTopicFence } from "../../sending/topic-fence.ts";
import type { ChangeWork } from "../../workflows/change-work.ts";
import { type ContentEdit, editContent, renderEdit } from "../../workflows/editing/edit-content.ts";
import { followMove } from "../../workflows/editing/follow-move.ts";
import { type Moved, moveTopic } from "../../workflows/editing/move-messages.ts";
import { postMoveNotices } from "../../workflows/notices/move-notices.ts";

interface Work extends ChangeWork {
  readonly realm: RealmView;
}

type Input = InputOf<typeof contract>;

/** Edits a message or moves messages (docs/behaviour/messages.md#changing-a-message). */
export async function updateMessage(
  ctx: Context,
  caller: Caller,
  input: Input,
): Promise<OutputOf<typeof contract>> {
  const before = await loadRealm(ctx, caller);
  const rendered = await renderEdit(ctx, before, input);
  const realm = rendered?.waited === true ? await reloadRealm(ctx, before) : before;
  // Gate first: moving changes ranges and recipients that sending locks while it holds the gate.
  const { realmId } = realm;
  const { row: changed, detached } = await pastTopicFence(ctx, realmId, () =>
    ctx.outbox.transaction(
      realmId,
      async (tx, emit) => {
        const row = await loadChangeable(tx, realm, input.message_id);
        const change = parseChange(row, input);
        const unlinked = await applyChange(
          { ctx, tx, emit, realm },
          { row, change, rendered, input },
        );
        return { row, detached: unlinked };
      },
      { gateFirst: true },
    ),
  );
  ctx.topics.forget({ ...changed, realmId });
  await ctx.pendingCalls.settle(realmId);
  return { detached_uploads: detached.map(presentAttachment) };
}

interface Asked {
  readonly row: MessageRow;
  readonly change: MessageChange;
  /** Of the new content, if there is any. */
  readonly rendered: RenderedText | null;
  readonly input: Input;
}

/** Returns the caller's files that no message links to any more. */
async function applyChange(
  work: Work,
  { row, change, rendered, input }: Asked,
): Promise<readonly AttachmentRow[]> {
  const { ctx, tx, realm, emit } = work;
  const now = Math.floor(ctx.now() / 1000);
  const moves = change.topic !== null || change.channelId !== null;
  if (change.content === null && !moves) return [];
  const before = moves ? await listAudience(tx, realm, { ...row, messageIds: [row.id] }) : null;
  const edit =
    change.content === null || rendered === null
      ? null
      : await editContent(work, { row, content: change.content, rendered, now });
  const moved = moves ? await moveTopic(work, { row, change, now, edited: edit !== null }) : null;
  for (const event of await eventsOf(work, { row, edit, moved, before, now })) emit(event);
  const detached = edit === null ? [] : await relinkFiles(work, row, edit);
  if (moved !== null) await followAndTell(work, { row, moved, input });
  return detached;
}

async function relinkFiles(work: Work, row: MessageRow, { uploads }: ContentEdit) {
  if (!row.hasAttachment && uploads.length === 0) return [];
  const { realm } = work;
  const files = await linkFiles(work, realm, { messageId: row.id, uploads });
  return files.filter(({ userId, messages }) => userId === realm.actor.id && messages.length === 0);
}

/** Lets follow what hangs on a topic, and posts the notices. */
async function followAndTell(
  work: Work,
  { row, moved, input }: Pick<Asked, "row" | "input"> & { readonly moved: Moved },
): Promise<void> {
  const from = { channel: moved.channels.from, recipientId: row.recipientId, topic: row.topic };
  const to = { channel: moved.channels.to, recipientId: moved.recipientId, topic: moved.topic };
  const whole = await followMove(work, { from, to, ids: moved.ids });
  await postMoveNotices(work, work.realm, {
    from,
    to,
    whole,
    ids: moved.ids,
    notifiesOldTopic: input.send_notification_to_old_thread,
    notifiesNewTopic: input.send_notification_to_new_thread,
  });
}

interface Outcome {
  readonly row: MessageRow;
  readonly edit: ContentEdit | null;
  readonly moved: Moved | null;
  /** Users who could read it before it was moved. */
  readonly before: ReadonlySet<number> | null;
  readonly now: number;
}

async function eventsOf({ tx, realm }: Work, { row, edit, moved, before, now }: Outcome) {
  const ids = moved?.ids ?? [row.id];
  const after = { ...row, ...moved, messageIds: ids };
  const audience = await listAudience(tx, realm, after);
  const readers = await listUserFlags(
    tx,
    { realmId: realm.realmId, recipientId: after.recipientId, messageId: row.id },
    audience,
  );
  const mentionsEveryone = edit?.mentionsEveryone ?? row.mentionsEveryone;
  const { channelId, recipientId, topic } = after;
  const place = { ...row, channelId, recipientId, topic };
  const internal = edit === null ? {} : mentionsOf(realm, { row: place, edit, readers });
  const updated = updateMessageEvent(
    {
      user_id: realm.actor.id,
      message_id: row.id,
      message_ids: ids,
      edit_timestamp: now,
      ...placeOf(row, realm),
      ...edit?.event,
      ...moved?.event,
    },
    { readers, mentionsEveryone },
  );
  const announced = { ...updated, ...internal };
  const losing = [...(before ?? [])].filter((userId) => !audience.has(userId));
  const gone = losing.length === 0 ? [] : [deleteMessageEvent(ids, row, losing)];
  const read = moved?.read.map(({ userIds, messages }) => readEvent(userIds, messages)) ?? [];
  return [announced, ...gone, ...read];
}

interface Edited {
  /** The message in the place where it is now. */
  readonly row: MessageRow;
  readonly edit: ContentEdit;
  readonly readers: readonly UserFlagRow[];
}

function isMentioned({ bits }: UserFlagRow): boolean {
  return (bits & mentionBits) !== 0;
}

/** Tells our own consumers whom an edit mentions, and whom the message mentioned before; nothing if it is nobody. */
function mentionsOf(
  realm: RealmView,
  { edit, readers, row }: Edited,
): Pick<DomainEvent, "internal"> {
  const { before, mentionsEveryone } = edit;
  if (
    !before.everyone &&
    before.userIds.length === 0 &&
    !mentionsEveryone &&
    !readers.some(isMentioned)
  )
    return {};
  const {
    content: _text,
    rendered_content: _html,
    ...wide
  } = presentWide({ ...row, content: edit.content }, realm);
  const internal: MentionFacts = {
    message: { ...wide, id: row.id, timestamp: row.sentAt },
    mentionedUserIds: readers
      .filter(({ bits }) => (bits & flagBits.mentioned) !== 0)
      .map(({ userId }) => userId),
    before,
  };
  return { internal };
}

function placeOf({ channelId }: MessageRow, { channels }: RealmView) {
  if (channelId === null) return {};
  return { stream_id: channelId, stream_name: channels.channels.get(channelId)?.name ?? "" };
}
