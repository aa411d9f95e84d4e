import { computed } from "@preact/signals";
import { createContext } from "preact";
import { useContext, useMemo } from "preact/hooks";

import type { Drafts } from "../actions/drafts.ts";
import type { Edits } from "../actions/edits.ts";
import type { ReadMarker } from "../actions/mark-read.ts";
import type { Notices } from "../actions/notices.ts";
import type { Outbox } from "../actions/outbox.ts";
import type { Postponements } from "../actions/postponed.ts";
import type { TypingNotifier } from "../actions/typing.ts";
import type { Client } from "../live/client.ts";
import type { State } from "../state/state.ts";
import type { TypeAhead } from "./keys/type-ahead.ts";
import type { Selection } from "./message-actions/selection.ts";
import type { Dialogs } from "./shell/dialogs.ts";

/** What every view may use. */
export interface AppContext {
  readonly client: Client;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  readonly edits: Edits;
  readonly reads: ReadMarker;
  readonly typing: TypingNotifier;
  readonly notices: Notices;
  readonly postponements: Postponements;
  readonly dialogs: Dialogs;
  readonly selection: Selection;
  /** What is typed for the field of a search that is being loaded. */
  readonly searchKeys: TypeAhead;
}

export const AppContextSource = createContext<AppContext | null>(null);

/** Returns what every view may use. */
export function useAppContext(): AppContext {
  const app = useContext(AppContextSource);
  if (app === null) throw new Error("A view is shown outside of the client.");
  return app;
}

/** Picks something of one thing out of the state; what shows it is drawn again only when that changes. */
export function usePicked<T>(pick: (state: State, id: number) => T, id: number): T {
  const { client } = useAppContext();
  return useMemo(() => computed(() => pick(client.state.value, id)), [client, id]).value;
}
