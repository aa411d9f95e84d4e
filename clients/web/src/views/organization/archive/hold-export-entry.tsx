import { call } from "../../../api/call.ts";
import { deleteLegalHoldExport } from "../../../api/page-operations.ts";
import { momentOf, sizeOf, t } from "../../../texts/texts.ts";
import { useAppContext } from "../../app-context.ts";
import { ConfirmButton } from "../../forms/confirm-button.tsx";
import { Problem } from "../../forms/problem.tsx";
import { useAttempt } from "../../forms/use-attempt.ts";
import { type HoldExport, isBeingMade } from "./use-hold-exports.ts";

interface HoldExportEntryProps {
  readonly export: HoldExport;
  readonly onDeleted: () => void;
}

/** Says how far an export of a legal hold is, and offers its archive once it is there. */
export function HoldExportEntry({ export: one, onDeleted }: HoldExportEntryProps) {
  const { people } = useAppContext().client.state.value;
  const attempt = useAttempt();
  const { archive_url: url, asked_at: at, asked_by: by, id, kept_until: until, root } = one;
  const remove = async () => {
    if (await attempt.run(() => call(deleteLegalHoldExport, { export_id: id }))) onDeleted();
  };
  return (
    <li>
      <p class="soft">
        {t("holdExports.asked", { name: people.get(by)?.full_name ?? "?", when: momentOf(at) })}
      </p>
      <p role="status">{stateOf(one)}</p>
      {root !== null && (
        <p class="soft">
          {t("holdExports.root")} <bdi class="digest">{root}</bdi>
        </p>
      )}
      {until !== null && (
        <p class="soft">{t("holdExports.keptUntil", { when: momentOf(until) })}</p>
      )}
      {!isBeingMade(one) && (
        <p class="actions">
          {url !== null && (
            <a href={url} download>
              {t("exports.download")}
            </a>
          )}
          <ConfirmButton
            label={t("message.delete")}
            question={t("exports.deleteQuestion")}
            onConfirm={() => void remove()}
          />
        </p>
      )}
      <Problem text={attempt.problem.value} />
    </li>
  );
}

function stateOf({ bytes, cut_at: cutAt, records, state }: HoldExport): string {
  if (state === "failed") return t("holdExports.failed");
  if (state === "waiting" || cutAt === null) return t("exports.pending");
  const amount = t("holdExports.amount", { n: records, size: sizeOf(bytes) });
  if (state === "running") return `${t("exports.pending")} ${amount}`;
  return t("holdExports.done", { amount, when: momentOf(cutAt) });
}
