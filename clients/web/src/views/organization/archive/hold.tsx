import type { Answer } from "../../../api/address.ts";
import { call } from "../../../api/call.ts";
import {
  endLegalHold,
  exportLegalHold,
  type listLegalHolds,
} from "../../../api/page-operations.ts";
import { momentOf, t } from "../../../texts/texts.ts";
import { useAppContext } from "../../app-context.ts";
import { channelName } from "../../conversation-name.ts";
import { ConfirmButton } from "../../forms/confirm-button.tsx";
import { Problem } from "../../forms/problem.tsx";
import { useAttempt } from "../../forms/use-attempt.ts";
import { HoldExportEntry } from "./hold-export-entry.tsx";
import type { HoldExport } from "./use-hold-exports.ts";

interface HoldProps {
  readonly hold: Answer<typeof listLegalHolds.operation>["legal_holds"][number];
  /** Its exports, the newest first. */
  readonly exports: readonly HoldExport[];
  readonly onEnded: () => void;
  /** Is called when an export was asked for or deleted. */
  readonly onExports: () => void;
}

/** Says who is held why, ends that, and has what is held exported, also when the hold has ended. */
export function Hold({ exports, hold, onEnded, onExports }: HoldProps) {
  const attempt = useAttempt();
  const end = async () => {
    if (await attempt.run(() => call(endLegalHold, { hold_id: hold.id }))) onEnded();
  };
  const ask = async () => {
    if (await attempt.submit(() => call(exportLegalHold, { hold_id: hold.id }))) onExports();
  };
  return (
    <li>
      <Facts hold={hold} />
      <p class="actions">
        <button disabled={attempt.isBusy.value} onClick={() => void ask()}>
          {t("holdExports.begin")}
        </button>
        {hold.ended_at === null && (
          <ConfirmButton
            label={t("holds.end")}
            question={t("holds.endQuestion")}
            onConfirm={() => void end()}
          />
        )}
      </p>
      <Problem text={attempt.problem.value} />
      {exports.length > 0 && (
        <ul class="records" aria-label={t("holdExports.title")}>
          {exports.map((one) => (
            <HoldExportEntry key={one.id} export={one} onDeleted={onExports} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Facts({ hold }: Pick<HoldProps, "hold">) {
  const state = useAppContext().client.state.value;
  const { begun_at: begunAt, begun_by: begunBy, ended_at: endedAt, ended_by: endedBy } = hold;
  const personName = (id: number | null) => state.people.get(id ?? 0)?.full_name ?? "?";
  const endOf = (at: number) =>
    endedBy === null
      ? t("holds.endedByOperator", { when: momentOf(at) })
      : t("holds.ended", { name: personName(endedBy), when: momentOf(at) });
  const name =
    hold.stream_id === null ? personName(hold.user_id) : `#${channelName(state, hold.stream_id)}`;
  return (
    <>
      <p>
        <strong>{name}</strong>{" "}
        <span class="badge">{t(endedAt === null ? "holds.on" : "holds.over")}</span>
      </p>
      <p>
        <bdi>{hold.reason}</bdi>
      </p>
      <p class="soft">
        {t("holds.begun", { name: personName(begunBy), when: momentOf(begunAt) })}
        {endedAt !== null && ` · ${endOf(endedAt)}`}
      </p>
    </>
  );
}
