import { useEffect } from "preact/hooks";

import { followSearch } from "../../actions/follow-search.ts";
import { searchAddress } from "../../narrow/address.ts";
import { narrowKey } from "../../narrow/narrow.ts";
import type { Search, Term } from "../../state/conversation.ts";
import { withoutSearch } from "../../state/load.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { MessageList } from "../messages/message-list.tsx";
import { useNarrow } from "../messages/use-narrow.ts";
import { Back } from "../shell/back.tsx";
import { SearchField } from "./search-field.tsx";

interface SearchPaneProps {
  readonly terms: readonly Term[];
  /** Null while nothing has been searched for yet. */
  readonly search: Search | null;
  readonly near: number | null;
}

/** Searches messages by words and operators: what is searched for above, and what was found below. */
export function SearchPane({ near, search, terms }: SearchPaneProps) {
  return (
    <>
      <header class="pane-head">
        <Back />
        <h1 class="sr-only">{t("search.title")}</h1>
        <SearchField terms={terms} isDone={search !== null} />
      </header>
      {search === null ? (
        <div class="scroll blank">
          <p>{t("search.start")}</p>
          <p class="soft">{t("search.startMore")}</p>
        </div>
      ) : (
        <Results key={narrowKey(search)} search={search} near={near} />
      )}
    </>
  );
}

function Results({ near, search }: { readonly search: Search; readonly near: number | null }) {
  const { client } = useAppContext();
  const open = useNarrow(search, near);
  useEffect(() => {
    const stop = followSearch(client, search);
    return () => {
      stop();
      client.state.value = withoutSearch(client.state.peek(), search);
    };
    // The address is read anew with each state: only another key is another search.
  }, [client, narrowKey(search)]);
  if (open.timeline === undefined && open.problem !== "")
    return (
      <div class="scroll blank">
        <p role="alert">{t("search.refused", { reason: open.problem })}</p>
        <button onClick={open.reload}>{t("pane.retry")}</button>
      </div>
    );
  if (open.timeline === undefined)
    return (
      <div class="scroll blank">
        <p class="late soft" role="status">
          {t("search.looking")}
        </p>
      </div>
    );
  if (open.timeline.ids.length === 0) return <NoResults search={search} />;
  return <MessageList timeline={open.timeline} near={near} open={open} />;
}

/** Says that nothing was found, and offers to look through what one has never received as well. */
function NoResults({ search: { terms } }: { readonly search: Search }) {
  const state = useAppContext().client.state.value;
  const isOwn = !terms.some(({ operator }) => operator === "channel" || operator === "channels");
  const everywhere = [{ operator: "channels", operand: "public", negated: false }, ...terms];
  return (
    <div class="scroll blank">
      <p role="status">{t("search.none")}</p>
      {isOwn && (
        <>
          <p class="soft">{t("search.ownHistory")}</p>
          <a class="button" href={searchAddress(everywhere, state).replace("#search", "#narrow")}>
            {t("search.everywhere")}
          </a>
        </>
      )}
    </div>
  );
}
