import type { LoadedMessage } from "../../state/state.ts";
import { momentOf, t, timeOf } from "../../texts/texts.ts";
import { Avatar } from "../shell/avatar.tsx";
import { StatusEmoji } from "../shell/status-emoji.tsx";
import { useDesk } from "../use-client.ts";
import { EditBox } from "./edit-box.tsx";
import { MessageHtml } from "./message-html.tsx";
import { Reactions } from "./reactions.tsx";
import { Widget } from "./widget.tsx";

interface MessageRowProps {
  readonly message: LoadedMessage;
  readonly hasHead: boolean;
}

/** Shows a message, with its sender unless the one above has the same. */
export function MessageRow({ hasHead, message }: MessageRowProps) {
  const { people } = useDesk().client.state.value;
  const { id, sender_id: senderId, timestamp } = message;
  const name = people.get(senderId)?.full_name ?? message.sender_full_name;
  const isMention = message.flags.some((flag) => flag.endsWith("mentioned"));
  const kind = `message${hasHead ? " head" : ""}${isMention ? " mentioned" : ""}`;
  return (
    <article class={kind} data-id={id} aria-labelledby={`by-${String(id)}`} tabIndex={0}>
      {hasHead && <Avatar userId={senderId} />}
      <header id={`by-${String(id)}`} class={hasHead ? undefined : "quiet"}>
        <a class="sender" href={`#user/${String(senderId)}`}>
          {name}
        </a>
        <StatusEmoji userId={senderId} />
        <time dateTime={new Date(timestamp * 1000).toISOString()} title={momentOf(timestamp)}>
          {timeOf(timestamp)}
        </time>
        {message.last_edit_timestamp !== undefined && (
          <span class="soft">{t("message.edited")}</span>
        )}
      </header>
      <Body message={message} />
      <Reactions message={message} />
    </article>
  );
}

function Body({ message }: { readonly message: LoadedMessage }) {
  if (useDesk().client.editing.value === message.id) return <EditBox messageId={message.id} />;
  if (message.submessages.length > 0) return <Widget message={message} />;
  return <MessageHtml html={message.content} />;
}
