import { useSignal } from "@preact/signals";

import { t } from "../../texts/texts.ts";

interface ShownSecretProps {
  readonly secret: string;
  /** Says what it is, and that it is not shown again. */
  readonly label: string;
}

/** Shows a new key or token, which is never shown again, and copies it. */
export function ShownSecret({ label, secret }: ShownSecretProps) {
  const copied = useSignal("");
  // Where the browser does not allow it, people copy what they see.
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => (copied.value = secret),
      () => undefined,
    );
  return (
    <>
      <p role="status">{label}</p>
      <p class="key">{secret}</p>
      <p class="actions">
        <button onClick={() => void copy()}>
          {t(copied.value === secret ? "apiKeys.copied" : "apiKeys.copy")}
        </button>
      </p>
    </>
  );
}
