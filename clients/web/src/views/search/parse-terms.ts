import { operatorNamed } from "../../narrow/terms.ts";
import type { Term } from "../../state/conversation.ts";
import type { State } from "../../state/state.ts";

/** Operators that can be written, with what stands behind them. */
export const operators = {
  sender: "people",
  channel: "channels",
  topic: "text",
  dm: "people",
  "dm-including": "people",
  is: ["unread", "starred", "mentioned", "followed", "resolved", "dm", "alerted", "muted"],
  has: ["link", "image", "attachment", "reaction"],
  in: ["home", "all"],
  channels: ["public", "web-public"],
  near: "text",
  id: "text",
} as const;

type Operator = keyof typeof operators;

/** Tells whether a word is an operator, by its present name. */
export function isOperator(name: string): name is Operator {
  return Object.hasOwn(operators, name);
}

/** A word, a phrase in quotation marks, or an operator with one of them behind a colon. */
const token = /(-?)([a-z][a-z_-]*):(?:"([^"]*)"|(\S+))|("[^"]*"|\S+)/gi;

/** Reads terms out of what was written; words that belong to no operator are one search. */
export function parseTerms(written: string, state: State): readonly Term[] {
  const terms: Term[] = [];
  const words: string[] = [];
  for (const [whole, sign, name = "", quoted, plain] of written.matchAll(token)) {
    const operator = operatorNamed(name.toLowerCase());
    const operand = quoted ?? plain;
    if (operand === undefined || !isOperator(operator)) words.push(whole);
    else
      terms.push({
        operator,
        operand: operandNamed(operator, operand, state),
        negated: sign === "-",
      });
  }
  if (words.length > 0)
    terms.push({ operator: "search", operand: words.join(" "), negated: false });
  return terms;
}

/** Finds what a written operand means; what is unknown is left to the server, which says so. */
function operandNamed(operator: Operator, text: string, state: State): Term["operand"] {
  const kind = operators[operator];
  if (kind === "channels") {
    const name = text.replace(/^#/, "").toLowerCase();
    const found = [...state.channels.values()].find((one) => one.name.toLowerCase() === name);
    return found?.stream_id ?? text;
  }
  if (kind !== "people") return /^\d+$/.test(text) && operator !== "topic" ? Number(text) : text;
  const id = personNamed(text, state);
  if (id === undefined) return text;
  return operator === "dm" ? [id] : id;
}

function personNamed(text: string, { me, people }: State): number | undefined {
  if (text === "me") return me;
  const wanted = text.toLowerCase();
  for (const { delivery_email: delivery, email, full_name: name, user_id: id } of people.values())
    if ([name, email, delivery].some((one) => one?.toLowerCase() === wanted)) return id;
  return undefined;
}
