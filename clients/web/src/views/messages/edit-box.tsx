import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

import { reasonOf } from "../../actions/reason.ts";
import { call } from "../../api/call.ts";
import { getMessage, updateMessage } from "../../api/operations.ts";
import { t } from "../../texts/texts.ts";
import { useDesk } from "../use-client.ts";

interface Editing {
  /** Markdown that is being edited; null until it is loaded. */
  readonly text: Signal<string | null>;
  /** Why it could not be loaded or saved; empty otherwise. */
  readonly problem: ReadonlySignal<string>;
  readonly save: () => Promise<void>;
  readonly close: () => void;
}

/** Edits an own message in its place. */
export function EditBox({ messageId }: { readonly messageId: number }) {
  const { close, problem, save, text } = useEditing(messageId);
  const area = useRef<HTMLTextAreaElement>(null);
  const isLoaded = text.value !== null;
  // Not after the next frame: by then somebody may be typing.
  useLayoutEffect(() => {
    const end = text.peek()?.length ?? 0;
    area.current?.focus();
    area.current?.setSelectionRange(end, end);
  }, [isLoaded]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void save();
  };
  return (
    <form
      class="edit"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        ref={area}
        aria-label={t("message.edit")}
        disabled={!isLoaded}
        value={text.value ?? ""}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
        onKeyDown={onKeyDown}
      />
      <p class="problem" role="alert">
        {problem.value}
      </p>
      <div class="actions">
        <button>{t("message.save")}</button>
        <button type="button" class="quiet" onClick={close}>
          {t("message.cancel")}
        </button>
      </div>
    </form>
  );
}

function useEditing(messageId: number): Editing {
  const { client } = useDesk();
  const text = useSignal<string | null>(null);
  const problem = useSignal("");
  const close = () => {
    client.editing.value = null;
  };
  const attempt = async (work: () => Promise<void>) => {
    try {
      problem.value = "";
      await work();
    } catch (error) {
      problem.value = reasonOf(error);
    }
  };
  const save = () =>
    attempt(async () => {
      await call(updateMessage, { message_id: messageId, content: text.peek() ?? "" });
      close();
    });
  useEffect(() => {
    void attempt(async () => {
      const asked = { message_id: messageId, apply_markdown: false };
      text.value = (await call(getMessage, asked)).message.content;
    });
  }, [messageId]);
  return { text, problem, save, close };
}
