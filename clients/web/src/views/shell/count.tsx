import { t } from "../../texts/texts.ts";

/** Shows how many messages are unread; nothing when there are none. */
export function Count({ n }: { readonly n: number }) {
  if (n === 0) return null;
  return (
    <span class="count" aria-label={t("count.unread", { n })}>
      {n > 999 ? "999+" : n}
    </span>
  );
}
