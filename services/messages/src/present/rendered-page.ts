import { type MessageForm, presentMessage } from "@team-chat/contract";

import { isSpectator } from "../domain/directories/spectator.ts";
import { ownFieldNames, type SharedFields } from "../queries/messages/page-columns.ts";
import type { PagedMessage } from "../queries/messages/page-texts.ts";
import { presentEditHistory } from "./edit-history.ts";
import { presentFlags } from "./flags.ts";
import { presentWide, type ReaderRealm } from "./wide-message.ts";

interface Page {
  readonly rows: readonly PagedMessage[];
  readonly form: MessageForm;
  /** Positions of the searched words, by message; null when nothing was searched for. */
  readonly marks: ReadonlyMap<number, Marks> | null;
}

interface Marks {
  readonly content: string;
  readonly subject: string;
}

/**
 * Stored messages as their reader gets them, as the JSON text of a list. It says what `presentFetched` would say, with
 * texts that were JSON when they were read, and with what messages of one sender in one topic share written once.
 */
export function renderPage({ rows, form, marks }: Page, realm: ReaderRealm): string {
  const texts = new Map<SharedFields, string>();
  const flags = new Map<number, string>();
  const parts = rows.map((row) => {
    const shared = remembered(texts, row.shared, () => renderShared(row.shared, form, realm));
    const shown = remembered(flags, flagsKey(row), () => renderFlags(row, realm));
    const more = `${renderChanges(row, form, realm)}${renderMarks(row, marks)}`;
    return `{${shared},${row.json},"submessages":${row.submessages}${more},"flags":${shown}}`;
  });
  return `[${parts.join(",")}]`;
}

function remembered<K>(known: Map<K, string>, key: K, make: () => string): string {
  let text = known.get(key);
  if (text === undefined) {
    text = make();
    known.set(key, text);
  }
  return text;
}

function flagsKey({ bits, received, read, mentionsEveryone }: PagedMessage): number {
  return bits * 8 + Number(received) + Number(read) * 2 + Number(mentionsEveryone) * 4;
}

/** Renders the fields that all messages of one sender in one topic share, without braces. */
function renderShared(shared: SharedFields, form: MessageForm, realm: ReaderRealm): string {
  const {
    reactions: _reactions,
    submessages: _submessages,
    ...message
  } = presentMessage(wideOf(shared, realm), form);
  const entries = Object.entries(message).filter(([name]) => !ownFieldNames.has(name));
  return JSON.stringify(Object.fromEntries(entries)).slice(1, -1);
}

/** Presents what messages of one sender and topic share. */
function wideOf(shared: SharedFields, realm: ReaderRealm) {
  const facts = { ...shared, content: "", renderedContent: "", client: "" };
  return { ...presentWide(facts, realm), id: 0, timestamp: 0 };
}

function renderChanges(row: PagedMessage, form: MessageForm, realm: ReaderRealm): string {
  if (row.changes === null) return "";
  const { editedAt, movedAt, editHistory } = row.changes;
  let text = "";
  if (editedAt !== null) text += `,"last_edit_timestamp":${editedAt}`;
  if (movedAt !== null) text += `,"last_moved_timestamp":${movedAt}`;
  if (editHistory === null) return text;
  const wide = { ...wideOf(row.shared, realm), ...presentEditHistory(editHistory, realm.users) };
  const { edit_history: shown } = presentMessage(wide, form);
  return shown === undefined ? text : `${text},"edit_history":${JSON.stringify(shown)}`;
}

function renderMarks({ id }: PagedMessage, marks: Page["marks"]): string {
  if (marks === null) return "";
  const { content = "", subject = "" } = marks.get(id) ?? {};
  return `,"match_content":${JSON.stringify(content)},"match_subject":${JSON.stringify(subject)}`;
}

/** Renders the flags; whoever has no account has read everything and is nobody's addressee. */
function renderFlags(row: PagedMessage, { actor }: ReaderRealm): string {
  return JSON.stringify(isSpectator(actor) ? ["read"] : presentFlags(row));
}
