import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

import { reasonOf } from "../../actions/reason.ts";
import { call } from "../../api/call.ts";
import { getMessage, updateMessage } from "../../api/operations.ts";
import type { LoadedMessage } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";

interface Editing {
  /** Markdown that is being edited; null until it is loaded. */
  readonly text: ReadonlySignal<string | null>;
  /** Why it could not be loaded or saved; empty otherwise. */
  readonly problem: ReadonlySignal<string>;
  readonly write: (text: string) => void;
  readonly save: () => Promise<void>;
  readonly close: () => void;
}

/** Edits an own message in its place. */
export function EditBox({ message }: { readonly message: LoadedMessage }) {
  const { close, problem, save, text, write } = useEditing(message);
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
          write(event.currentTarget.value);
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

function useEditing(message: LoadedMessage): Editing {
  const { edits } = useAppContext();
  const { id } = message;
  const text = useSignal(edits.of(id));
  const problem = useSignal("");
  const close = () => {
    edits.forget(id);
  };
  const write = (written: string) => {
    text.value = written;
    edits.keep(message, written);
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
      await call(updateMessage, { message_id: id, content: text.peek() ?? "" });
      close();
    });
  useEffect(() => {
    if (text.peek() !== null) return;
    void attempt(async () => {
      const asked = { message_id: id, apply_markdown: false };
      text.value = (await call(getMessage, asked)).message.content;
    });
  }, [id]);
  return { text, problem, write, save, close };
}
