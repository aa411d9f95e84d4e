import { call } from "../../../api/call.ts";
import { listExportKeys } from "../../../api/page-operations.ts";
import { momentOf, t } from "../../../texts/texts.ts";
import { Loading } from "../../shell/loading.tsx";
import { useLoaded } from "../../use-loaded.ts";

/** Shows with which keys exports are signed, and how somebody checks one (docs/legal-holds.md#checking-an-export). */
export function ExportProof() {
  const keys = useLoaded(async () => (await call(listExportKeys, {})).export_keys);
  return (
    <section class="proof">
      <h2>{t("holdExports.proof")}</h2>
      <p>{t("holdExports.proofHint")}</p>
      <Loading of={keys}>
        {(all) => (
          <>
            <p class="key" dir="ltr">
              npm run verify-export -- FILE --key {all[0]?.public_key}
            </p>
            <p>{t("holdExports.keys")}</p>
            <ul class="records">
              {all.map(({ first_used_at: since, is_current: isCurrent, public_key: key }) => (
                <li key={key}>
                  <p>
                    <bdi class="digest">{key}</bdi>{" "}
                    {isCurrent && <span class="badge">{t("holdExports.current")}</span>}
                  </p>
                  <p class="soft">
                    {since === null
                      ? t("holdExports.unused")
                      : t("holdExports.usedSince", { when: momentOf(since) })}
                  </p>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loading>
    </section>
  );
}
