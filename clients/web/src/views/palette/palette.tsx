import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";

import { call } from "../../api/call.ts";
import { getMessages } from "../../api/operations.ts";
import { addressOf } from "../../narrow/address.ts";
import { conversationOf } from "../../state/conversation.ts";
import { t } from "../../texts/texts.ts";
import { type AppContext, useAppContext } from "../app-context.ts";
import { goTo } from "../keys/go-to.ts";
import { Dialog } from "../shell/dialog.tsx";
import { Icon } from "../shell/icon.tsx";
import { useLoaded } from "../use-loaded.ts";
import { commandsOf } from "./commands.ts";
import { type Entry, entryFinder, type TopicChoice } from "./entries.ts";

const listId = "palette";
/** How many of the newest messages are looked at for topics that are not known otherwise. */
const lookedAt = 200;
const none: readonly TopicChoice[] = [];

/** Leads to every conversation and person, and does everything that has a name; the focus stays in its field. */
export function Palette({ start }: { readonly start: string }) {
  const { chosen, entries, onKeyDown, run, written } = usePalette(start);
  return (
    <Dialog label={t("palette.title")} kind="palette">
      <input
        class="find"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={
          entries.length === 0 ? undefined : `${listId}-${String(chosen.value)}`
        }
        aria-label={t("palette.hint")}
        placeholder={t("palette.hint")}
        autofocus
        value={written.value}
        onInput={(event) => {
          written.value = event.currentTarget.value;
          chosen.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <ul role="listbox" id={listId} aria-label={t("palette.title")}>
        {entries.map((entry, at) => (
          <EntryRow key={entry.key} {...{ entry, at, run }} isChosen={at === chosen.value} />
        ))}
      </ul>
      {entries.length === 0 && (
        <p class="soft hint" role="status">
          {t("palette.none")}
        </p>
      )}
    </Dialog>
  );
}

function usePalette(start: string) {
  const app = useAppContext();
  const before = useMemo(() => app.dialogs.typedBefore(), [app]);
  const written = useSignal(start + before);
  const chosen = useSignal(0);
  const topics = useLoaded(() => recentTopics(app));
  const state = app.client.state.value;
  const recent = topics.value.value ?? none;
  const find = useMemo(
    () => entryFinder({ state, commands: commandsOf(app), topics: recent }),
    [app, state, recent],
  );
  const entries = [...find(written.value), ...searchEntry(written.value)];
  const run = ({ narrow, run: act }: Entry) => {
    app.dialogs.close();
    act?.();
    if (narrow !== null) goTo(addressOf(narrow, app.client.state.peek()));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const entry = entries[chosen.peek()];
    if (step !== undefined && entries.length > 0)
      chosen.value = (chosen.peek() + step + entries.length) % entries.length;
    else if (event.key === "Enter" && entry !== undefined) run(entry);
    else return;
    event.preventDefault();
  };
  return { chosen, entries, onKeyDown, run, written };
}

/** Offers to search messages for what was written, behind everything that has it in its name. */
function searchEntry(written: string): readonly Entry[] {
  const words = written.trim();
  if (words === "" || /^[#@>]/.test(words)) return [];
  const terms = [{ operator: "search", operand: words, negated: false }];
  const narrow = { kind: "search", terms } as const;
  const label = t("search.words", { words });
  return [{ key: "search", kind: "search", label, hint: "", narrow }];
}

interface EntryRowProps {
  readonly entry: Entry;
  readonly at: number;
  readonly isChosen: boolean;
  readonly run: (entry: Entry) => void;
}

const icons = {
  channel: "hash",
  topic: "topic",
  person: "person",
  direct: "person",
  command: "command",
  search: "find",
} as const;

function EntryRow({ at, entry, isChosen, run }: EntryRowProps) {
  const { hint, kind, label } = entry;
  return (
    <li
      class="row"
      id={`${listId}-${String(at)}`}
      role="option"
      aria-selected={isChosen}
      onClick={() => {
        run(entry);
      }}
      ref={(element) => {
        if (isChosen) element?.scrollIntoView({ block: "nearest" });
      }}
    >
      <Icon name={icons[kind]} />
      <span class="name">{label}</span>
      <span class="name soft">{hint}</span>
    </li>
  );
}

/** Finds the topics of the newest messages, the newest first. */
async function recentTopics({ client }: AppContext): Promise<readonly TopicChoice[]> {
  const { messages } = await call(getMessages, {
    anchor: "newest",
    num_before: lookedAt,
    num_after: 0,
    narrow: [{ operator: "is", operand: "dm", negated: true }],
    allow_empty_topic_name: true,
  });
  const { me } = client.state.peek();
  return messages
    .toReversed()
    .map((message) => conversationOf(message, me))
    .filter((conversation) => conversation.kind === "topic");
}
