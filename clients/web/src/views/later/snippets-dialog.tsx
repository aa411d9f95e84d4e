import "./later.css";
import { useSignal } from "@preact/signals";

import { call } from "../../api/call.ts";
import { createSavedSnippet } from "../../api/page-operations.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import type { Compose } from "../compose/use-compose.ts";
import { Field, Form } from "../forms/field.tsx";
import { Finder } from "../forms/finder.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { rank } from "../rank.ts";
import { Dialog } from "../shell/dialog.tsx";
import { Loading } from "../shell/loading.tsx";
import { maxTitleLength, type Snippet, useSnippets } from "./use-snippets.ts";

const most = 50;

/** Puts a saved snippet where the caret is, or saves what is written as a new one. */
export function SnippetsDialog({ compose }: { readonly compose: Compose }) {
  const snippets = useSnippets();
  const insert = ({ content }: Snippet) => {
    const { current: area } = compose.area;
    const caret = area?.selectionEnd ?? 0;
    // Browsers do not put the caret into a field while a dialog is above it.
    document.querySelector<HTMLDialogElement>("dialog[open]")?.close();
    area?.focus();
    area?.setSelectionRange(caret, caret);
    compose.replace(caret, content);
  };
  return (
    <Dialog label={t("snippets.title")} title={t("snippets.title")}>
      <Loading of={snippets}>{(all) => <SnippetChoice all={all} onChoose={insert} />}</Loading>
      {compose.text.value.trim() !== "" && <SaveForm content={compose.text.value} />}
    </Dialog>
  );
}

interface SnippetChoiceProps {
  readonly all: readonly Snippet[];
  readonly onChoose: (snippet: Snippet) => void;
}

function SnippetChoice({ all, onChoose }: SnippetChoiceProps) {
  const wanted = useSignal("");
  if (all.length === 0) return <p class="soft hint">{t("snippets.none")}</p>;
  const found = rank(all, wanted.value, { nameOf: ({ title }) => title, most });
  return (
    <>
      <Finder label={t("snippets.find")} wanted={wanted} />
      <ul class="times" role="menu" aria-label={t("snippets.title")}>
        {found.map((snippet) => (
          <li key={snippet.id} role="none">
            <button type="button" role="menuitem" onClick={() => onChoose(snippet)}>
              <span>{snippet.title}</span>
              <span class="soft">{snippet.content}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function SaveForm({ content }: { readonly content: string }) {
  const { dialogs, notices } = useAppContext();
  const title = useSignal("");
  const attempt = useAttempt();
  const save = async () => {
    const snippet = { title: title.peek(), content };
    if (!(await attempt.submit(() => call(createSavedSnippet, snippet)))) return;
    dialogs.close();
    notices.say(t("snippets.saved"));
  };
  return (
    <Form onSubmit={() => void save()}>
      <Field
        label={t("snippets.saveAs")}
        hint={t("snippets.saveHint")}
        value={title}
        maxLength={maxTitleLength}
        isRequired
      />
      <Problem text={attempt.problem.value} />
      <p class="actions">
        <button class="button" disabled={attempt.isBusy.value}>
          {t("snippets.save")}
        </button>
      </p>
    </Form>
  );
}
