import { useLayoutEffect, useRef } from "preact/hooks";

import type { Term } from "../../state/conversation.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { SuggestionList } from "../compose/suggestion-list.tsx";
import { Icon } from "../shell/icon.tsx";
import { termText } from "./term-text.ts";
import { useSearch } from "./use-search.ts";

const listId = "terms";

interface SearchFieldProps {
  readonly terms: readonly Term[];
  /** Whether these terms have been searched for. */
  readonly isDone: boolean;
}

/** What is searched for: each term can be removed, and others are written behind them. */
export function SearchField({ isDone, terms }: SearchFieldProps) {
  const { searchKeys } = useAppContext();
  const input = useRef<HTMLInputElement>(null);
  const { chosen, onInput, onKeyDown, pick, remove, submit, suggestions, written } = useSearch(
    terms,
    isDone,
  );
  // Takes the focus before anything is drawn: what is typed in between would be taken for commands.
  useLayoutEffect(() => {
    if (isDone) return;
    input.current?.focus();
    const typed = searchKeys.end();
    if (typed !== "") onInput(typed);
  }, [isDone]);
  return (
    <form
      class="search-field"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Icon name="find" />
      <Chips
        terms={terms}
        onRemove={(at) => {
          remove(at);
          input.current?.focus();
        }}
      />
      <input
        ref={input}
        role="combobox"
        aria-expanded={suggestions.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen === -1 ? undefined : `${listId}-${String(chosen)}`}
        aria-label={t("search.title")}
        placeholder={terms.length === 0 ? t("search.hint") : ""}
        value={written}
        onInput={(event) => {
          onInput(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
      />
      <SuggestionList id={listId} items={suggestions} chosen={chosen} onPick={pick} />
    </form>
  );
}

interface ChipsProps {
  readonly terms: readonly Term[];
  readonly onRemove: (at: number) => void;
}

function Chips({ onRemove, terms }: ChipsProps) {
  const state = useAppContext().client.state.value;
  return (
    <ul class="chips" aria-label={t("search.terms")}>
      {terms.map((term, at) => (
        <li key={at}>
          <button
            type="button"
            aria-label={t("search.remove", { term: termText(term, state) })}
            onClick={() => {
              onRemove(at);
            }}
          >
            {termText(term, state)}
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}
