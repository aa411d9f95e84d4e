import type { Outgoing } from "../../actions/outgoing-store.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Avatar } from "../shell/avatar.tsx";

/** Shows a message that was written here and is on its way, and what became of it. */
export function OutgoingRow({ outgoing }: { readonly outgoing: Outgoing }) {
  const { client, outbox } = useAppContext();
  const { people, me } = client.state.value;
  const { content, localId, reason, status } = outgoing;
  return (
    <article class={`message head outgoing ${status}`} tabIndex={0}>
      <Avatar userId={me} />
      <header>
        <span class="sender">{people.get(me)?.full_name}</span>
        <span class="soft" role={status === "failed" ? "alert" : undefined}>
          {wordsOf(status, reason)}
        </span>
      </header>
      <div class="content plain">{content}</div>
      {status === "failed" && (
        <div class="actions">
          <button
            onClick={() => {
              outbox.retry(localId);
            }}
          >
            {t("message.retry")}
          </button>
          <button
            class="quiet"
            onClick={() => {
              outbox.discard(localId);
            }}
          >
            {t("message.discard")}
          </button>
        </div>
      )}
    </article>
  );
}

function wordsOf(status: Outgoing["status"], reason: string): string {
  if (status === "failed") return t("message.failed", { reason });
  return t(status === "waiting" ? "message.waiting" : "message.sending");
}
