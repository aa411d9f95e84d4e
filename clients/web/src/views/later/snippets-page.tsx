import { useSignal } from "@preact/signals";

import { call } from "../../api/call.ts";
import {
  createSavedSnippet,
  deleteSavedSnippet,
  updateSavedSnippet,
} from "../../api/page-operations.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Field, Form } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { Loading } from "../shell/loading.tsx";
import { LaterFrame } from "./later-frame.tsx";
import { maxTitleLength, type Snippet, useSnippets } from "./use-snippets.ts";

/** Lists the texts that one keeps for later use, and changes them. */
export function SnippetsPage() {
  const snippets = useSnippets();
  const edited = useSignal<number | null>(null);
  const stop = () => {
    edited.value = null;
  };
  return (
    <LaterFrame current="snippets">
      <Loading of={snippets}>
        {(all) => (
          <>
            {all.length === 0 && <p class="soft hint">{t("snippets.none")}</p>}
            <ul class="waiting">
              {all.map((snippet) => (
                <li key={snippet.id}>
                  {edited.value === snippet.id ? (
                    <SnippetForm snippet={snippet} onDone={stop} />
                  ) : (
                    <ShownSnippet
                      snippet={snippet}
                      onEdit={() => {
                        edited.value = snippet.id;
                      }}
                    />
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </Loading>
      <h2>{t("snippets.new")}</h2>
      <SnippetForm />
    </LaterFrame>
  );
}

interface ShownSnippetProps {
  readonly snippet: Snippet;
  readonly onEdit: () => void;
}

function ShownSnippet({ onEdit, snippet }: ShownSnippetProps) {
  const attempt = useAttempt();
  const { content, id, title } = snippet;
  return (
    <>
      <p class="place">
        <strong>{title}</strong>
      </p>
      <p class="plain" dir="auto">
        {content}
      </p>
      <p class="actions">
        <button aria-label={t("snippets.editOf", { title })} onClick={onEdit}>
          {t("later.edit")}
        </button>
        <button
          aria-label={t("snippets.deleteOf", { title })}
          onClick={() => void attempt.run(() => call(deleteSavedSnippet, { saved_snippet_id: id }))}
        >
          {t("message.delete")}
        </button>
      </p>
      <Problem text={attempt.problem.value} />
    </>
  );
}

interface SnippetFormProps {
  /** The one that is changed; a new one is made when left out. */
  readonly snippet?: Snippet;
  readonly onDone?: () => void;
}

function SnippetForm({ onDone, snippet }: SnippetFormProps) {
  const { maxMessageLength } = useAppContext().client.state.value.organization;
  const title = useSignal(snippet?.title ?? "");
  const content = useSignal(snippet?.content ?? "");
  const attempt = useAttempt();
  const save = async () => {
    const given = { title: title.peek(), content: content.peek() };
    const isDone = await attempt.submit(() =>
      snippet === undefined
        ? call(createSavedSnippet, given)
        : call(updateSavedSnippet, { ...given, saved_snippet_id: snippet.id }),
    );
    if (!isDone) return;
    if (snippet === undefined) for (const field of [title, content]) field.value = "";
    onDone?.();
  };
  return (
    <Form onSubmit={() => void save()}>
      <Field label={t("snippets.name")} value={title} maxLength={maxTitleLength} isRequired />
      <Field
        label={t("snippets.content")}
        value={content}
        maxLength={maxMessageLength}
        isLong
        isRequired
      />
      <Problem text={attempt.problem.value} />
      <p class="actions">
        <button class="button" disabled={attempt.isBusy.value}>
          {t("snippets.save")}
        </button>
        {onDone !== undefined && (
          <button type="button" onClick={onDone}>
            {t("message.cancel")}
          </button>
        )}
      </p>
    </Form>
  );
}
