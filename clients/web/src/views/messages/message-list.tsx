import { useRef } from "preact/hooks";

import { serverNowMs } from "../../api/clock.ts";
import type { Timeline } from "../../state/state.ts";
import { dayOf, t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Icon } from "../shell/icon.tsx";
import { useRest } from "../shell/use-rest.ts";
import { ConversationLine } from "./conversation-line.tsx";
import { firstScreen, type Item, itemsOf } from "./items.ts";
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
  const { client, outbox, postponements } = useAppContext();
  const state = client.state.value;
  const box = useRef<HTMLDivElement>(null);
  const { narrow } = timeline;
  const outgoing = outbox.to(narrow);
  const items = itemsOf(timeline, state, (message) => postponements.hides(message));
  const first = firstScreen(items, near ?? timeline.firstUnread, innerHeight);
  const isWhole = useRest() || first.length === items.length;
  const { isAway, onScroll, toNewest } = useScrolling(box, {
    timeline,
    near,
    open,
    outgoing: outgoing.length,
    isWhole,
  });
  useReading(box, timeline, isWhole);
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
        {!isEmpty && isWhole && timeline.foundOldest && <p class="start soft">{t("pane.start")}</p>}
        {(isWhole ? items : first).map((item) => (
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
          <span>{dayOf(item.seconds, serverNowMs())}</span>
        </p>
      );
    case "unread":
      return (
        <p class="line unread">
          <span>{t("pane.unread")}</span>
        </p>
      );
    case "conversation":
      return <ConversationLine message={item.message} timeline={timeline} />;
    case "message": {
      const { hasHead, message } = item;
      return (
        <MessageRow message={message} hasHead={hasHead} found={timeline.found.get(message.id)} />
      );
    }
  }
}
