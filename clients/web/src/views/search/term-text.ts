import type { Term } from "../../state/conversation.ts";
import { namesOf } from "../../state/selectors.ts";
import type { State } from "../../state/state.ts";
import { channelName, topicName } from "../conversation-name.ts";

const ofPeople = new Set(["dm", "dm-including", "group-pm-with", "sender"]);

/** Shows a term as people write it, with names in the place of ids. */
export function termText({ negated, operand, operator }: Term, state: State): string {
  const sign = negated ? "-" : "";
  if (operator === "search") return sign + String(operand);
  return `${sign}${operator}: ${operandText(operator, operand, state)}`;
}

function operandText(operator: string, operand: Term["operand"], state: State): string {
  if (operator === "topic") return topicName(String(operand));
  if (operator === "channel" && typeof operand === "number")
    return `#${channelName(state, operand)}`;
  if (!ofPeople.has(operator) || typeof operand === "string") return String(operand);
  return namesOf(
    { me: 0, people: state.people },
    typeof operand === "number" ? [operand] : operand,
  );
}
