import type { DraftObject } from "@team-chat/contract";

import { call } from "../../api/call.ts";
import { deleteDraft } from "../../api/operations.ts";
import { addressOf } from "../../narrow/address.ts";
import { conversationOfDraft } from "../../state/conversation.ts";
import { momentOf, t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { narrowName } from "../conversation-name.ts";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { LaterFrame } from "./later-frame.tsx";

/** Lists what was written and not sent, the newest first; each leads to its conversation, where it waits in the box. */
export function DraftsPage() {
  const { drafts } = useAppContext().client.state.value;
  const newest = [...drafts.values()].toSorted((a, b) => b.timestamp - a.timestamp);
  return (
    <LaterFrame current="drafts">
      {newest.length === 0 && <p class="soft hint">{t("drafts.none")}</p>}
      <ul class="entries">
        {newest.map((draft) => (
          <Draft key={draft.id} draft={draft} />
        ))}
      </ul>
    </LaterFrame>
  );
}

function Draft({ draft }: { readonly draft: DraftObject }) {
  const state = useAppContext().client.state.value;
  const attempt = useAttempt();
  const conversation = conversationOfDraft(draft, state.me);
  // One without a conversation was begun by another client, and is opened there.
  const place = conversation === null ? t("drafts.nowhere") : narrowName(state, conversation);
  return (
    <li>
      <div class="person-line">
        {conversation === null ? (
          <span class="row">{place}</span>
        ) : (
          <a class="row" href={addressOf(conversation, state)}>
            <span class="name">{place}</span>
            <span class="soft more">{draft.content}</span>
            <span class="soft end when">{momentOf(draft.timestamp)}</span>
          </a>
        )}
        <button
          aria-label={t("drafts.deleteOf", { place })}
          onClick={() => void attempt.run(() => call(deleteDraft, { draft_id: draft.id }))}
        >
          {t("message.delete")}
        </button>
        <Problem text={attempt.problem.value} />
      </div>
    </li>
  );
}
