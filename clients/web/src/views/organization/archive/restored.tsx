import type { Answer } from "../../../api/address.ts";
import type { restoreMessages } from "../../../api/page-operations.ts";
import { t } from "../../../texts/texts.ts";

export type Restoration = Answer<typeof restoreMessages.operation>;

/** Says how many messages came back, and whether more are to come; nothing before any were asked for. */
export function Restored({ restoration }: { readonly restoration: Restoration | null }) {
  if (restoration === null) return null;
  return (
    <p role="status">
      {t("deletions.restored", { n: restoration.restored })}
      {!restoration.complete && ` ${t("deletions.incomplete")}`}
    </p>
  );
}
