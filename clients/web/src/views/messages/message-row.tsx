import { useComputed } from "@preact/signals";

import type { Highlights, LoadedMessage, State } from "../../state/state.ts";
import { momentOf, t, timeOf } from "../../texts/texts.ts";
import { useAppContext, usePicked } from "../app-context.ts";
import { MessageToolbar } from "../message-actions/message-toolbar.tsx";
import { Avatar } from "../shell/avatar.tsx";
import { Icon } from "../shell/icon.tsx";
import { Later } from "../shell/later.tsx";
import { StatusEmoji } from "../shell/status-emoji.tsx";
import { MessageHtml } from "./message-html.tsx";
import { Reactions } from "./reactions.tsx";
import { Widget } from "./widget.tsx";

interface MessageRowProps {
  readonly message: LoadedMessage;
  readonly hasHead: boolean;
  /** The message with what was searched for marked in it. */
  readonly found: Highlights | undefined;
}

/** Shows a message, with its sender unless the one above has the same. */
export function MessageRow({ found, hasHead, message }: MessageRowProps) {
  const { client, selection } = useAppContext();
  const { id, sender_id: senderId, timestamp } = message;
  const name = usePicked(nameOf, senderId) ?? message.sender_full_name;
  const isMention = message.flags.some((flag) => flag.endsWith("mentioned"));
  const kind = `message${hasHead ? " head" : ""}${isMention ? " mentioned" : ""}`;
  const isLookedAt = useComputed(
    () => selection.pointed.value === id || selection.focused.value === id,
  );
  return (
    <article
      class={kind}
      data-id={id}
      aria-labelledby={`by-${String(id)}`}
      tabIndex={0}
      onPointerEnter={() => {
        selection.pointed.value = id;
      }}
      onPointerLeave={() => {
        selection.pointed.value = null;
      }}
      onFocusIn={() => {
        selection.focused.value = id;
      }}
      onFocusOut={(event) => {
        selection.blur(event.currentTarget, event.relatedTarget);
      }}
    >
      {hasHead && <Avatar userId={senderId} />}
      <header id={`by-${String(id)}`} class={hasHead ? undefined : "quiet"}>
        <a class="sender" href={`#user/${String(senderId)}`}>
          {name}
        </a>
        <StatusEmoji userId={senderId} />
        <time
          dateTime={new Date(timestamp * 1000).toISOString()}
          // Nobody sees it before: for each row of a long list it would take longer than the row.
          title={isLookedAt.value ? momentOf(timestamp) : undefined}
        >
          {timeOf(timestamp)}
        </time>
        <Marks message={message} />
      </header>
      <Body message={message} html={found?.content ?? message.content} />
      <Reactions message={message} />
      {isLookedAt.value && !client.isSpectator && client.editing.value !== id && (
        <MessageToolbar message={message} />
      )}
    </article>
  );
}

function nameOf({ people }: State, userId: number) {
  return people.get(userId)?.full_name;
}

/** Says that a message is starred, and that it was edited. */
function Marks({ message }: { readonly message: LoadedMessage }) {
  return (
    <>
      {message.flags.includes("starred") && (
        <span class="star" role="img" aria-label={t("message.starred")}>
          <Icon name="star" />
        </span>
      )}
      {message.last_edit_timestamp !== undefined && <span class="soft">{t("message.edited")}</span>}
    </>
  );
}

interface BodyProps {
  readonly message: LoadedMessage;
  readonly html: string;
}

function Body({ html, message }: BodyProps) {
  const isEdited = useAppContext().client.editing.value === message.id;
  const shown = <MessageHtml html={html} />;
  if (isEdited) return <Later load={loadEditBox} props={{ message }} meanwhile={shown} />;
  if (message.submessages.length > 0) return <Widget message={message} />;
  return shown;
}

async function loadEditBox() {
  return (await import("./edit-box.tsx")).EditBox;
}
