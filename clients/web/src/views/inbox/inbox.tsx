import { useSignal } from "@preact/signals";

import { addressOf } from "../../narrow/address.ts";
import { keyOf } from "../../state/conversation.ts";
import { channelGroups, isMuted, namesOf } from "../../state/selectors.ts";
import type { State, Unread } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { topicName } from "../conversation-name.ts";
import { Avatar } from "../shell/avatar.tsx";
import { Back } from "../shell/back.tsx";
import { Count } from "../shell/count.tsx";
import { Icon } from "../shell/icon.tsx";
import { useDesk } from "../use-client.ts";

/** Unread conversations that are shown under one heading. */
interface Group {
  readonly key: string;
  readonly title: string;
  readonly color: string | undefined;
  readonly conversations: readonly Unread[];
}

/** Lists what is unread, and becomes empty. */
export function Inbox() {
  const { client, reads } = useDesk();
  const state = client.state.value;
  const groups = groupsOf(state);
  const undone = useSignal<readonly number[]>([]);
  const markRead = ({ ids }: Unread) => {
    undone.value = ids;
    reads.readAll(ids);
  };
  const undo = () => {
    void reads.unread(undone.value);
    undone.value = [];
  };
  return (
    <>
      <header class="pane-head">
        <Back />
        <h1>{t("inbox.title")}</h1>
      </header>
      <div class="scroll inbox" tabIndex={-1}>
        {groups.length === 0 && (
          <div class="blank">
            <Icon name="check" />
            <p>{t("inbox.empty")}</p>
            <p class="soft">{t("inbox.emptyMore")}</p>
          </div>
        )}
        {groups.map((group) => (
          <section key={group.key}>
            <h2 style={{ "--channel": group.color }}>{group.title}</h2>
            <ul>
              {group.conversations.map((unread) => (
                <Row key={keyOf(unread.conversation)} unread={unread} onRead={markRead} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {undone.value.length > 0 && (
        <p class="toast" role="status">
          {t("inbox.undone", { n: undone.value.length })}
          <button onClick={undo}>{t("undo")}</button>
        </p>
      )}
    </>
  );
}

interface RowProps {
  readonly unread: Unread;
  readonly onRead: (unread: Unread) => void;
}

function Row({ onRead, unread }: RowProps) {
  const { client } = useDesk();
  const state = client.state.value;
  const { conversation, ids } = unread;
  const isMentioned = ids.some((id) => state.mentions.has(id));
  return (
    <li>
      <a class="row" href={addressOf(conversation, state)}>
        {conversation.kind === "direct" && <Avatar userId={conversation.userIds[0] ?? 0} />}
        <span class="name">
          {conversation.kind === "direct"
            ? namesOf(state, conversation.userIds)
            : topicName(conversation.topic)}
        </span>
        {isMentioned && <span class="mention-mark">@</span>}
        <Count n={ids.length} />
      </a>
      <button
        class="quiet"
        aria-label={t("inbox.markRead")}
        title={t("inbox.markRead")}
        onClick={() => {
          onRead(unread);
        }}
      >
        <Icon name="check" />
      </button>
    </li>
  );
}

function groupsOf(state: State): readonly Group[] {
  const shown = [...state.unread.values()].filter(
    ({ conversation }) => !isMuted(state, conversation),
  );
  const direct = newestFirst(shown.filter(({ conversation }) => conversation.kind === "direct"));
  const channels = channelGroups(state).flatMap((group) => group.channels);
  return [
    { key: "direct", title: t("inbox.direct"), color: undefined, conversations: direct },
    ...channels.map(({ color, name, stream_id: id }) => ({
      key: String(id),
      title: `#${name}`,
      color,
      conversations: newestFirst(
        shown.filter(({ conversation: one }) => one.kind === "topic" && one.channelId === id),
      ),
    })),
  ].filter(({ conversations }) => conversations.length > 0);
}

function newestFirst(some: readonly Unread[]): readonly Unread[] {
  return some.toSorted((a, b) => (b.ids.at(-1) ?? 0) - (a.ids.at(-1) ?? 0));
}
