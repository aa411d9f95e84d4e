import { useSignal } from "@preact/signals";

import { t } from "../../texts/texts.ts";

/** Shows a new key, which is never shown again, and copies it. */
export function ShownKey({ apiKey }: { readonly apiKey: string }) {
  const copied = useSignal("");
  // Where the browser does not allow it, people copy what they see.
  const copy = () =>
    navigator.clipboard.writeText(apiKey).then(
      () => (copied.value = apiKey),
      () => undefined,
    );
  return (
    <>
      <p role="status">{t("apiKeys.made")}</p>
      <p class="key">{apiKey}</p>
      <p class="actions">
        <button onClick={() => void copy()}>
          {t(copied.value === apiKey ? "apiKeys.copied" : "apiKeys.copy")}
        </button>
      </p>
    </>
  );
}
