import type { NarrowTerm } from "@team-chat/contract";
import type { Connection } from "@team-chat/pg";

import type { RealmView } from "../../domain/directories/realm-view.ts";
import { mayRead } from "../../loading/load-accessible.ts";
import { listMessages, type MessageRow } from "../../queries/messages/messages.ts";
import { badCombination, badNarrow } from "./operators/clause.ts";

const channelNames = new Set(["channel", "stream"]);
const directNames = new Set(["dm", "pm-with", "pm_with"]);

/**
 * Replaces `with` by the conversation that its message is in now, wherever it was moved; without such a message the
 * other terms must name one themselves (docs/behaviour/narrows.md#with). @throws BAD_NARROW
 */
export async function expandWith(
  db: Connection,
  realm: RealmView,
  terms: readonly NarrowTerm[],
): Promise<readonly NarrowTerm[]> {
  const [named, another] = terms.filter(({ operator }) => operator === "with");
  if (!named) return terms;
  if (another) throw badCombination("Duplicate 'with' operators.");
  const others = terms.filter((term) => term !== named);
  const message = await findReadable(db, realm, String(named.operand));
  if (message) {
    const kept = others.filter(({ operator }) => !isConversation(operator));
    return [...conversationOf(message), ...kept];
  }
  if (!namesConversation(others)) throw badNarrow("Invalid 'with' operator");
  return others;
}

async function findReadable(
  db: Connection,
  realm: RealmView,
  given: string,
): Promise<MessageRow | undefined> {
  const id = Number(given);
  if (!/^\d+$/.test(given) || !Number.isSafeInteger(id)) return undefined;
  const [row] = await listMessages(db, { realmId: realm.realmId, userId: realm.actor.id }, [id]);
  return row && mayRead(row, realm) ? row : undefined;
}

function conversationOf({ channelId, participants, topic }: MessageRow): readonly NarrowTerm[] {
  const negated = false;
  if (channelId === null) return [{ operator: "dm", operand: participants ?? [], negated }];
  return [
    { operator: "channel", operand: channelId, negated },
    { operator: "topic", operand: topic, negated },
  ];
}

function isConversation(operator: string): boolean {
  return operator === "topic" || channelNames.has(operator) || directNames.has(operator);
}

function namesConversation(terms: readonly NarrowTerm[]): boolean {
  const named = terms.filter(({ negated }) => !negated).map(({ operator }) => operator);
  if (named.some((name) => directNames.has(name))) return true;
  return named.includes("topic") && named.some((name) => channelNames.has(name));
}
