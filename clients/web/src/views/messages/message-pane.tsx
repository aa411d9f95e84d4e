import { join } from "../../actions/subscribe.ts";
import { addressOf } from "../../narrow/address.ts";
import type { Room } from "../../state/conversation.ts";
import { namesOf } from "../../state/selectors.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { ComposeBox } from "../compose/compose-box.tsx";
import { channelName, topicName } from "../conversation-name.ts";
import { openConversationMenu } from "../message-actions/open.tsx";
import { Availability } from "../shell/availability.tsx";
import { Back } from "../shell/back.tsx";
import { Icon } from "../shell/icon.tsx";
import { StatusEmoji } from "../shell/status-emoji.tsx";
import { MessageList } from "./message-list.tsx";
import { useHolding } from "./use-holding.ts";
import { useNarrow } from "./use-narrow.ts";

interface MessagePaneProps {
  readonly narrow: Room;
  /** The message at which it opens; null for the first unread one. */
  readonly near: number | null;
  /** A message whose conversation is meant; null for the one that the address says. */
  readonly holding: number | null;
}

/** Shows a conversation, or all topics of a channel, and the box to write in it. */
export function MessagePane({ holding, narrow, near }: MessagePaneProps) {
  const open = useNarrow(narrow, near);
  useHolding(holding);
  return (
    <>
      <Head narrow={narrow} />
      {open.timeline === undefined ? (
        <Waiting hasFailed={open.problem !== ""} onRetry={open.reload} />
      ) : (
        <MessageList timeline={open.timeline} near={near} open={open} />
      )}
      <ComposeBox narrow={narrow} />
    </>
  );
}

function Head({ narrow }: { readonly narrow: Room }) {
  const app = useAppContext();
  const state = app.client.state.value;
  return (
    <header class="pane-head">
      <Back />
      {narrow.kind === "direct" ? (
        <DirectHead userIds={narrow.userIds} />
      ) : (
        <h1>
          <a href={addressOf({ kind: "channel", channelId: narrow.channelId }, state)}>
            <bdi>#{channelName(state, narrow.channelId)}</bdi>
          </a>
          {narrow.kind === "topic" && <span class="topic">{topicName(narrow.topic)}</span>}
        </h1>
      )}
      {narrow.kind !== "direct" && <SubscribeHere channelId={narrow.channelId} />}
      {!app.client.isSpectator && <MenuButton narrow={narrow} />}
    </header>
  );
}

function MenuButton({ narrow }: { readonly narrow: Room }) {
  const app = useAppContext();
  return (
    <button
      class="quiet menu-button"
      aria-label={t("conversation.actions")}
      title={t("conversation.actions")}
      aria-haspopup="menu"
      onClick={(event) => {
        openConversationMenu(app, narrow, event.currentTarget.getBoundingClientRect());
      }}
    >
      <Icon name="more" />
    </button>
  );
}

/** Offers to subscribe to a channel that one reads without having subscribed. */
function SubscribeHere({ channelId }: { readonly channelId: number }) {
  const { client, notices } = useAppContext();
  const channel = client.state.value.channels.get(channelId);
  if (channel === undefined || channel.isSubscribed || channel.is_archived) return null;
  return (
    <button
      onClick={() => {
        join(channel).catch((error: unknown) => {
          notices.refuse(error);
        });
      }}
    >
      {t("channel.subscribe")}
    </button>
  );
}

function DirectHead({ userIds }: { readonly userIds: readonly number[] }) {
  const state = useAppContext().client.state.value;
  const [only = 0] = userIds;
  if (userIds.length > 1) return <h1>{namesOf(state, userIds)}</h1>;
  return (
    <>
      <h1>
        <a href={`#user/${String(only)}`}>{namesOf(state, userIds)}</a>
      </h1>
      <Availability userId={only} />
      <StatusEmoji userId={only} />
    </>
  );
}

interface WaitingProps {
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
}

/** Says nothing for a moment, so that nothing flashes where messages come soon. */
function Waiting({ hasFailed, onRetry }: WaitingProps) {
  if (!hasFailed)
    return (
      <div class="scroll blank">
        <p class="late soft" role="status">
          {t("pane.loading")}
        </p>
      </div>
    );
  return (
    <div class="scroll blank">
      <p role="alert">{t("pane.failed")}</p>
      <button onClick={onRetry}>{t("pane.retry")}</button>
    </div>
  );
}
