import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { useAppContext } from "../app-context.ts";
import { loadTopics } from "../sidebar/use-topics.ts";
import { loadEmoji } from "./load-emoji.ts";
import type * as finding from "./suggest.ts";
import type { EmojiNames, Suggestion, Suggestions } from "./suggest.ts";

/** Suggestions for what is being written, and how keys and mouse choose among them. */
export interface UseSuggestions {
  readonly items: readonly Suggestion[];
  readonly chosen: number;
  /** Looks again, with the text before the caret. */
  readonly look: (before: string) => void;
  readonly close: () => void;
  /** Handles a key; true when it was for the list. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly pick: (suggestion: Suggestion) => void;
}

/** Topics of the channel whose topics were looked for last. */
interface Topics {
  readonly channelId: number;
  readonly names: readonly string[];
}

const nothing: Suggestions = { start: 0, items: [] };

/** Keeps the suggestions for what is being written; `replace` puts a text in the place of what begins at `start`. */
export function useSuggestions(replace: (start: number, text: string) => void): UseSuggestions {
  const { client } = useAppContext();
  const found = useSignal(nothing);
  const chosen = useSignal(0);
  const emoji = useSignal<EmojiNames>([]);
  const topics = useSignal<Topics>({ channelId: 0, names: [] });
  const newest = useRef("");
  const finder = useFinder(() => {
    look(newest.current);
  });
  const close = () => {
    newest.current = "";
    found.value = nothing;
  };
  const look = (before: string) => {
    newest.current = before;
    if (finder.current === null) return;
    const { channelBefore, suggest } = finder.current;
    if (emoji.peek().length === 0 && before.includes(":"))
      void loadEmoji().then((names) => {
        emoji.value = names;
      });
    const state = client.state.peek();
    const channelId = channelBefore(before, state)?.stream_id;
    if (channelId !== undefined && channelId !== topics.peek().channelId)
      void lookForTopics(channelId, before);
    const sources = { emoji: emoji.peek(), topics: topics.peek().names };
    found.value = suggest(before, state, sources);
    chosen.value = 0;
  };
  const lookForTopics = async (channelId: number, before: string) => {
    topics.value = { channelId, names: [] };
    const names = (await loadTopics(channelId)) ?? [];
    if (topics.peek().channelId !== channelId) return;
    topics.value = { channelId, names };
    if (newest.current.startsWith(before)) look(newest.current);
  };
  const pick = ({ text }: Suggestion) => {
    replace(found.peek().start, text);
    close();
  };
  const onKey = (event: KeyboardEvent) =>
    chooseByKey(event, { items: found.peek().items, chosen, pick, close });
  return { items: found.value.items, chosen: chosen.value, look, close, onKey, pick };
}

interface Choice extends Pick<UseSuggestions, "items" | "pick" | "close"> {
  readonly chosen: Signal<number>;
}

function chooseByKey({ key, shiftKey }: KeyboardEvent, choice: Choice): boolean {
  const { chosen, close, items, pick } = choice;
  const suggestion = items[chosen.peek()];
  if (suggestion === undefined) return false;
  if (key === "ArrowDown") chosen.value = (chosen.peek() + 1) % items.length;
  else if (key === "ArrowUp") chosen.value = (chosen.peek() + items.length - 1) % items.length;
  else if (key === "Tab" || (key === "Enter" && !shiftKey)) pick(suggestion);
  else if (key === "Escape") close();
  else return false;
  return true;
}

/** Loads what finds suggestions behind what is seen: nothing is suggested before something is written. */
function useFinder(onLoaded: () => void): { readonly current: typeof finding | null } {
  const finder = useRef<typeof finding | null>(null);
  useEffect(() => {
    void import("./suggest.ts").then((loaded) => {
      finder.current = loaded;
      onLoaded();
    });
  }, []);
  return finder;
}
