import { useSignal } from "@preact/signals";

import type { Answer } from "../../../api/address.ts";
import { call } from "../../../api/call.ts";
import { type listMessageDeletions, restoreMessages } from "../../../api/page-operations.ts";
import { addressOf } from "../../../narrow/address.ts";
import { momentOf, t } from "../../../texts/texts.ts";
import { useAppContext } from "../../app-context.ts";
import { channelName, topicName } from "../../conversation-name.ts";
import { Problem } from "../../forms/problem.tsx";
import { useAttempt } from "../../forms/use-attempt.ts";
import { Restored, type Restoration } from "./restored.tsx";

interface DeletionProps {
  readonly deletion: Answer<typeof listMessageDeletions.operation>["deletions"][number];
}

/** Says who deleted how much when and where, and brings it back. It stays to be seen when that is done. */
export function Deletion({ deletion }: DeletionProps) {
  const { people } = useAppContext().client.state.value;
  const { deleted_at: at, deleter_id: by, id, kept_until: until, messages, reason } = deletion;
  const attempt = useAttempt();
  const restored = useSignal<Restoration | null>(null);
  const restore = () =>
    attempt.submit(async () => {
      restored.value = await call(restoreMessages, { deletion_id: id });
    });
  const isDone = restored.value?.complete === true;
  const name = by === null ? t("audit.server") : (people.get(by)?.full_name ?? "?");
  return (
    <li>
      <p>
        <strong>{t(`deletion.${reason}`)}</strong>{" "}
        <span class="soft">
          {name} · {momentOf(at)}
        </span>
      </p>
      <p>
        <Where deletion={deletion} isBack={restored.value !== null} />
      </p>
      <p class="soft">
        {idsOf(deletion)}
        {!isDone && ` · ${t("deletions.keptUntil", { when: momentOf(until) })}`}
      </p>
      {!isDone && (
        <p class="actions">
          <button disabled={attempt.isBusy.value} onClick={() => void restore()}>
            {t("deletions.restoreCount", { n: messages })}
          </button>
        </p>
      )}
      <Restored restoration={restored.value} />
      <Problem text={attempt.problem.value} />
    </li>
  );
}

interface WhereProps extends DeletionProps {
  readonly isBack: boolean;
}

/** Names the topic, which a link leads to once its messages are back. */
function Where({ deletion: { stream_id: channelId, topic }, isBack }: WhereProps) {
  const state = useAppContext().client.state.value;
  if (channelId === null || topic === null) return <>{t("deletions.direct")}</>;
  const name = `#${channelName(state, channelId)} › ${topicName(topic)}`;
  if (!isBack) return <>{name}</>;
  return <a href={addressOf({ kind: "topic", channelId, topic }, state)}>{name}</a>;
}

/** Names the messages by their numbers, with which one of them can be restored. */
function idsOf({ first_message_id: first, last_message_id: last }: DeletionProps["deletion"]) {
  if (first === last) return t("deletions.oneId", { id: first });
  return t("deletions.ids", { first, last });
}
