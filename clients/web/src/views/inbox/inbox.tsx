import { useSignal } from "@preact/signals";

import { addressOf } from "../../narrow/address.ts";
import { keyOf } from "../../state/conversation.ts";
import { namesOf } from "../../state/selectors.ts";
import type { State, Unread } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { topicName } from "../conversation-name.ts";
import { markRead } from "../message-actions/mark-conversation-read.ts";
import { Avatar } from "../shell/avatar.tsx";
import { Back } from "../shell/back.tsx";
import { Count } from "../shell/count.tsx";
import { Icon } from "../shell/icon.tsx";

/** Conversations that are drawn at first, and again so many whenever one comes near the last: there may be thousands. */
const drawnAtOnce = 100;
/** Distance from the end, in pixels, at which more are drawn. */
const nearEnd = 1200;

/** Unread conversations that are shown under one heading. */
interface Group {
  readonly key: string;
  readonly title: string;
  readonly color: string | undefined;
  readonly conversations: readonly Unread[];
}

/** Lists what is unread, and becomes empty. */
export function Inbox() {
  const app = useAppContext();
  const { client } = app;
  const shown = useSignal(drawnAtOnce);
  const groups = groupsOf(client.state.value, client.inbox.value.slice(0, shown.value));
  const onScroll = ({ currentTarget: list }: { readonly currentTarget: HTMLElement }) => {
    const below = list.scrollHeight - list.scrollTop - list.clientHeight;
    if (below < nearEnd && shown.peek() < client.inbox.peek().length) shown.value += drawnAtOnce;
  };
  const onRead = ({ ids }: Unread) => {
    markRead(app, ids);
  };
  return (
    <>
      <header class="pane-head">
        <Back />
        <h1>{t("inbox.title")}</h1>
      </header>
      <div class="scroll inbox" tabIndex={-1} onScroll={onScroll}>
        {groups.length === 0 && (
          <div class="blank">
            <Icon name="check" />
            <p>{t("inbox.empty")}</p>
            <p class="soft">{t("inbox.emptyMore")}</p>
          </div>
        )}
        {groups.map((group) => (
          <section key={group.key}>
            <h2 style={{ "--channel": group.color }}>
              <bdi>{group.title}</bdi>
            </h2>
            <ul>
              {group.conversations.map((unread) => (
                <Row key={keyOf(unread.conversation)} unread={unread} onRead={onRead} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

interface RowProps {
  readonly unread: Unread;
  readonly onRead: (unread: Unread) => void;
}

function Row({ onRead, unread }: RowProps) {
  const { client } = useAppContext();
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

function groupsOf(state: Pick<State, "channels">, all: readonly Unread[]): readonly Group[] {
  const groups = new Map<string, Group & { readonly conversations: Unread[] }>();
  for (const unread of all) {
    const { conversation } = unread;
    const channel =
      conversation.kind === "topic" ? state.channels.get(conversation.channelId) : undefined;
    const title = channel === undefined ? t("inbox.direct") : `#${channel.name}`;
    const key = String(channel?.stream_id);
    const before = groups.get(key);
    if (before === undefined)
      groups.set(key, { key, title, color: channel?.color, conversations: [unread] });
    else before.conversations.push(unread);
  }
  return [...groups.values()];
}
