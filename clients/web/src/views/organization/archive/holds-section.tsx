import type { Answer } from "../../../api/address.ts";
import { call } from "../../../api/call.ts";
import { endLegalHold, listLegalHolds } from "../../../api/page-operations.ts";
import { momentOf, t } from "../../../texts/texts.ts";
import { channelName } from "../../conversation-name.ts";
import { ConfirmButton } from "../../forms/confirm-button.tsx";
import { Problem } from "../../forms/problem.tsx";
import { useAttempt } from "../../forms/use-attempt.ts";
import { useDesk } from "../../use-client.ts";
import { useRecordPages } from "../../use-record-pages.ts";
import { RecordList } from "../record-list.tsx";
import { NewHold } from "./new-hold.tsx";

/** Lists what is kept although it is deleted, and has more kept (docs/behaviour/moderation.md#legal-holds). */
export function HoldsSection() {
  const pages = useRecordPages(async (anchor: number | undefined) => {
    const page = await call(listLegalHolds, { anchor });
    return { entries: page.legal_holds, isAll: page.found_oldest };
  });
  return (
    <>
      <p class="soft">{t("holds.hint")}</p>
      <NewHold onBegun={pages.look} />
      <section>
        <h2>{t("holds.all")}</h2>
        <RecordList pages={pages} none={t("holds.none")} older={t("holds.older")}>
          {(hold) => <Hold key={hold.id} hold={hold} onEnded={pages.look} />}
        </RecordList>
      </section>
    </>
  );
}

interface HoldProps {
  readonly hold: Answer<typeof listLegalHolds.operation>["legal_holds"][number];
  readonly onEnded: () => void;
}

function Hold({ hold, onEnded }: HoldProps) {
  const state = useDesk().client.state.value;
  const attempt = useAttempt();
  const { begun_at: begunAt, begun_by: begunBy, ended_at: endedAt, ended_by: endedBy } = hold;
  const personName = (id: number | null) => state.people.get(id ?? 0)?.full_name ?? "?";
  const name =
    hold.stream_id === null ? personName(hold.user_id) : `#${channelName(state, hold.stream_id)}`;
  const end = async () => {
    if (await attempt.run(() => call(endLegalHold, { hold_id: hold.id }))) onEnded();
  };
  return (
    <li>
      <p>
        <strong>{name}</strong>{" "}
        <span class="badge">{t(endedAt === null ? "holds.on" : "holds.over")}</span>
      </p>
      <p>
        <bdi>{hold.reason}</bdi>
      </p>
      <p class="soft">
        {t("holds.begun", { name: personName(begunBy), when: momentOf(begunAt) })}
        {endedAt !== null &&
          ` · ${t("holds.ended", { name: personName(endedBy), when: momentOf(endedAt) })}`}
      </p>
      <p class="actions">
        {endedAt === null && (
          <ConfirmButton
            label={t("holds.end")}
            question={t("holds.endQuestion")}
            onConfirm={() => void end()}
          />
        )}
      </p>
      <Problem text={attempt.problem.value} />
    </li>
  );
}
