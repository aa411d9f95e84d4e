import { call } from "../../../api/call.ts";
import { listLegalHolds } from "../../../api/page-operations.ts";
import { t } from "../../../texts/texts.ts";
import { Loading } from "../../shell/loading.tsx";
import { useRecordPages } from "../../use-record-pages.ts";
import { RecordList } from "../record-list.tsx";
import { ExportProof } from "./export-proof.tsx";
import { Hold } from "./hold.tsx";
import { NewHold } from "./new-hold.tsx";
import { useHoldExports } from "./use-hold-exports.ts";

/** Lists what is kept although it is deleted, has more kept and exported (docs/behaviour/moderation.md#legal-holds). */
export function HoldsSection() {
  const pages = useRecordPages(async (anchor: number | undefined) => {
    const page = await call(listLegalHolds, { anchor });
    return { entries: page.legal_holds, isAll: page.found_oldest };
  });
  const exports = useHoldExports();
  const all = exports.value.value ?? [];
  return (
    <>
      <p class="soft">{t("holds.hint")}</p>
      <NewHold onBegun={pages.look} />
      <section>
        <h2>{t("holds.all")}</h2>
        <Loading of={exports}>{() => null}</Loading>
        <RecordList pages={pages} none={t("holds.none")} older={t("holds.older")}>
          {(hold) => (
            <Hold
              key={hold.id}
              hold={hold}
              exports={all.filter((one) => one.hold_id === hold.id)}
              onEnded={pages.look}
              onExports={exports.reload}
            />
          )}
        </RecordList>
      </section>
      {all.some(({ state }) => state === "done") && <ExportProof />}
    </>
  );
}
