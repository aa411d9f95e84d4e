import { operatorNamed } from "../../narrow/terms.ts";
import type { Term } from "../../state/conversation.ts";
import type { State } from "../../state/state.ts";
import type { TextName } from "../../texts/en.ts";
import { t } from "../../texts/texts.ts";
import { rank } from "../rank.ts";
import { isOperator, operators } from "./parse-terms.ts";
import { termText } from "./term-text.ts";

/** Something that may be searched for: a whole term, or an operator that is written on with. */
export interface TermSuggestion {
  readonly key: string;
  readonly label: string;
  /** Says more than the label; empty for nothing. */
  readonly hint: string;
  /** Null for an operator. */
  readonly term: Term | null;
  /** What stands in the field afterwards. */
  readonly rest: string;
}

const most = 8;
/** An operator at the end of what was written, with what was written behind it. */
const unfinished = /(?:^|\s)(-?)([a-z][a-z_-]*):"?([^":]*)$/i;
const lastWord = /(?:^|\s)(-?)(\S*)$/;

const hints: Readonly<Record<keyof typeof operators, TextName>> = {
  sender: "search.sender",
  channel: "search.channel",
  topic: "search.topic",
  dm: "search.dm",
  "dm-including": "search.dmIncluding",
  is: "search.is",
  has: "search.has",
  in: "search.in",
  channels: "search.channels",
  near: "search.near",
  id: "search.id",
};

/** Suggests what may be meant: what can stand behind the operator that is written, else operators. */
export function suggestTerms(written: string, state: State): readonly TermSuggestion[] {
  const found = unfinished.exec(written);
  const operator = operatorNamed((found?.[2] ?? "").toLowerCase());
  if (found === null || !isOperator(operator)) return suggestOperators(written);
  const rest = written.slice(0, found.index);
  const negated = found[1] === "-";
  return operandsFor(operator, found[3] ?? "", state).map(({ hint, operand }) => {
    const term = { operator, operand, negated };
    const label = termText(term, state);
    return { key: label, label, hint, term, rest };
  });
}

function suggestOperators(written: string): readonly TermSuggestion[] {
  const [whole = "", sign = "", word = ""] = lastWord.exec(written) ?? [];
  const before = written.slice(0, written.length - whole.length);
  const start = before === "" ? "" : `${before} `;
  const names = Object.entries(hints).filter(([name]) => name.startsWith(word.toLowerCase()));
  return names.map(([name, hint]) => ({
    key: name,
    label: `${sign}${name}:`,
    hint: t(hint),
    term: null,
    rest: `${start}${sign}${name}:`,
  }));
}

interface Operand {
  readonly operand: Term["operand"];
  readonly hint: string;
}

function operandsFor(
  operator: keyof typeof operators,
  written: string,
  state: State,
): readonly Operand[] {
  const kind = operators[operator];
  if (kind === "people") {
    const active = [...state.people.values()].filter((one) => one.is_active !== false);
    return rank(active, written, { nameOf: (one) => one.full_name, most }).map((one) => ({
      operand: operator === "dm" ? [one.user_id] : one.user_id,
      hint: one.delivery_email ?? "",
    }));
  }
  if (kind === "channels")
    return rank(state.channels.values(), written.replace(/^#/, ""), {
      nameOf: (one) => one.name,
      most,
    }).map((one) => ({ operand: one.stream_id, hint: one.description }));
  if (kind === "text") return [];
  return rank(kind, written, { nameOf: (one) => one, most }).map((one) => ({
    operand: one,
    hint: "",
  }));
}
