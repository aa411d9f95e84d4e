import type { Answer } from "../../api/address.ts";
import { call } from "../../api/call.ts";
import { getMessageHistory } from "../../api/page-operations.ts";
import { momentOf, t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { channelName, topicName } from "../conversation-name.ts";
import { MessageHtml } from "../messages/message-html.tsx";
import { Dialog } from "../shell/dialog.tsx";
import { Loading } from "../shell/loading.tsx";
import { useLoaded } from "../use-loaded.ts";

type History = NonNullable<(typeof getMessageHistory)["operation"]>;
type Version = Answer<History>["message_history"][number];

/** Shows what a message was before, the present state first. */
export function HistoryDialog({ messageId }: { readonly messageId: number }) {
  const history = useLoaded(async () => {
    const asked = { message_id: messageId, allow_empty_topic_name: true };
    return (await call(getMessageHistory, asked)).message_history.toReversed();
  });
  return (
    <Dialog label={t("message.history")} title={t("message.history")}>
      <Loading of={history}>
        {(versions) => (
          <ol class="history">
            {versions.map((version, at) => (
              <VersionItem key={at} version={version} isFirst={at === versions.length - 1} />
            ))}
          </ol>
        )}
      </Loading>
    </Dialog>
  );
}

function VersionItem({
  isFirst,
  version,
}: {
  readonly version: Version;
  readonly isFirst: boolean;
}) {
  const state = useAppContext().client.state.value;
  const { prev_stream: channelBefore, prev_topic: topicBefore, stream, topic } = version;
  const name = state.people.get(version.user_id ?? 0)?.full_name ?? "?";
  const isMove = topicBefore !== undefined || channelBefore !== undefined;
  const place = (channelId: number | undefined, of: string) =>
    channelId === undefined
      ? topicName(of)
      : `#${channelName(state, channelId)} › ${topicName(of)}`;
  return (
    <li>
      <p class="soft">
        {t(isFirst ? "history.sent" : "history.edited", { name })} ·{" "}
        <time dateTime={new Date(version.timestamp * 1000).toISOString()}>
          {momentOf(version.timestamp)}
        </time>
      </p>
      {isMove && (
        <p>
          {t("history.moved", {
            from: place(channelBefore, topicBefore ?? topic),
            to: place(stream, topic),
          })}
        </p>
      )}
      {(isFirst || version.prev_content !== undefined) && (
        <MessageHtml html={version.rendered_content} />
      )}
    </li>
  );
}
