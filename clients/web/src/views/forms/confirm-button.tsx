import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { t } from "../../texts/texts.ts";

interface ConfirmButtonProps {
  readonly label: string;
  /** What will happen, in a sentence. */
  readonly question: string;
  readonly onConfirm: () => void;
}

/** Does what cannot be undone by a second press only, in the place of the first. */
export function ConfirmButton({ label, onConfirm, question }: ConfirmButtonProps) {
  const isAsking = useSignal(false);
  const safe = useRef<HTMLButtonElement>(null);
  const stop = () => {
    isAsking.value = false;
  };
  useEffect(() => {
    if (isAsking.value) safe.current?.focus();
  }, [isAsking.value]);
  if (!isAsking.value)
    return (
      <button
        type="button"
        class="grave"
        onClick={() => {
          isAsking.value = true;
        }}
      >
        {label}
      </button>
    );
  return (
    <span class="confirm" role="group" aria-label={question}>
      <span>{question}</span>
      <button
        type="button"
        class="grave"
        onClick={() => {
          stop();
          onConfirm();
        }}
      >
        {label}
      </button>
      <button type="button" ref={safe} onClick={stop}>
        {t("message.cancel")}
      </button>
    </span>
  );
}
