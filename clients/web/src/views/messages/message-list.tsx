import { useRef } from "preact/hooks";

import { addressOf } from "../../narrow/address.ts";
import type { Timeline } from "../../state/state.ts";
import { dayOf, t } from "../../texts/texts.ts";
import { channelName, topicName } from "../conversation-name.ts";
import { Icon } from "../shell/icon.tsx";
import { useDesk } from "../use-client.ts";
import { type Item, itemsOf } from "./items.ts";
import { MessageRow } from "./message-row.tsx";
import { OutgoingRow } from "./outgoing-row.tsx";
import type { OpenNarrow } from "./use-narrow.ts";
import { useReading, useScrolling } from "./use-scrolling.ts";

interface MessageListProps {
  readonly timeline: Timeline;
  readonly near: number | null;
  readonly open: Pick<OpenNarrow, "extend" | "loadNewest">;
}

/** Lists messages, the newest at the bottom, with what is on its way behind them. */
export function MessageList({ near, open, timeline }: MessageListProps) {
  const { client, outbox } = useDesk();
  const state = client.state.value;
  const box = useRef<HTMLDivElement>(null);
  const { narrow } = timeline;
  const outgoing = outbox.messages.value.filter((one) =>
    narrow.kind === "channel"
      ? one.conversation.kind === "topic" && one.conversation.channelId === narrow.channelId
      : outbox.in(narrow).includes(one),
  );
  const { isAway, onScroll, toNewest } = useScrolling(box, {
    timeline,
    near,
    open,
    outgoing: outgoing.length,
  });
  useReading(box, timeline);
  const items = itemsOf(timeline, state);
  const isEmpty = items.length === 0 && outgoing.length === 0;
  return (
    <div class="scroll messages" ref={box} onScroll={onScroll} tabIndex={-1}>
      <div class="feed" role="feed" aria-busy={timeline.isStale}>
        {isEmpty && (
          <div class="blank">
            <p>{t("pane.empty")}</p>
            <p class="soft">{t("pane.emptyMore")}</p>
          </div>
        )}
        {!isEmpty && timeline.foundOldest && <p class="start soft">{t("pane.start")}</p>}
        {items.map((item) => (
          <ItemView key={item.key} item={item} timeline={timeline} />
        ))}
        {timeline.foundNewest &&
          outgoing.map((one) => <OutgoingRow key={one.localId} outgoing={one} />)}
      </div>
      {isAway && (
        <button class="to-newest" onClick={toNewest}>
          <Icon name="down" />
          {t("pane.toNewest")}
        </button>
      )}
    </div>
  );
}

interface ItemViewProps {
  readonly item: Item;
  readonly timeline: Timeline;
}

function ItemView({ item, timeline }: ItemViewProps) {
  switch (item.kind) {
    case "day":
      return (
        <p class="line day">
          <span>{dayOf(item.seconds, Date.now())}</span>
        </p>
      );
    case "unread":
      return (
        <p class="line unread">
          <span>{t("pane.unread")}</span>
        </p>
      );
    case "topic":
      return <TopicLine topic={item.topic} timeline={timeline} />;
    case "message":
      return <MessageRow message={item.message} hasHead={item.hasHead} />;
  }
}

function TopicLine({ timeline, topic }: { readonly topic: string; readonly timeline: Timeline }) {
  const state = useDesk().client.state.value;
  const { narrow } = timeline;
  if (narrow.kind !== "channel") return null;
  const { channelId } = narrow;
  const color = state.channels.get(channelId)?.color;
  return (
    <article class="topic-line" style={{ "--channel": color }}>
      <a href={addressOf({ kind: "topic", channelId, topic }, state)}>
        <span class="soft">#{channelName(state, channelId)} › </span>
        {topicName(topic)}
      </a>
    </article>
  );
}
