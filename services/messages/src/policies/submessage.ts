import { AppError } from "@team-chat/errors";

import { checkShape, objectOf, objectWith, oneOf, text, truth, upTo } from "./widget-shape.ts";

/** The message that a submessage goes to, as far as it decides. */
interface Subject {
  readonly senderId: number;
  readonly submessages: readonly { readonly sender_id: number; readonly content: string }[];
}

/** Clients count their options and tasks from 0. */
const maxIndex = 1000;
const kinds = {
  poll: {
    vote: objectOf({ type: text, key: text, vote: oneOf(1, -1) }),
    question: objectOf({ type: text, question: text }),
    new_option: objectOf({ type: text, option: text, idx: upTo(maxIndex) }),
  },
  todo: {
    new_task: objectOf({
      type: text,
      key: upTo(maxIndex),
      task: text,
      desc: text,
      completed: truth,
    }),
    strike: objectOf({ type: text, key: text }),
    new_task_list_title: objectOf({ type: text, title: text }),
  },
} as const;
/** Refusals of changes that only the author of the message may make. */
const ownOnly: Readonly<Record<string, string>> = {
  question: "You can't edit a question unless you are the author.",
  new_task_list_title: "You can't edit the task list title unless you are the author.",
};

/**
 * Checks that the user may add this to the message: its author must come first, and the message's widget must know it.
 * @throws BAD_REQUEST
 */
export function checkSubmessage(userId: number, subject: Subject, content: string): void {
  const isAuthor = userId === subject.senderId;
  if (!isAuthor && !subject.submessages.some((one) => one.sender_id === subject.senderId))
    throw refused("You cannot attach a submessage to this message.");
  const data = parse(content);
  const kind = kindOf(subject);
  if (kind === null) return;
  const name = `${kind} data`;
  const problem = checkShape(objectWith({ type: text }), name, data);
  if (problem !== null) throw refused(problem);
  checkData(kind, data as { readonly type: string }, isAuthor);
}

function checkData(
  kind: keyof typeof kinds,
  data: { readonly type: string },
  isAuthor: boolean,
): void {
  const shapes: Readonly<Record<string, Parameters<typeof checkShape>[0]>> = kinds[kind];
  const name = `${kind} data`;
  const shape = Object.hasOwn(shapes, data.type) ? shapes[data.type] : undefined;
  if (!shape) throw refused(`Unknown type for ${name}: ${data.type}`);
  const forbidden = ownOnly[data.type];
  if (forbidden !== undefined && !isAuthor) throw refused(forbidden);
  const problem = checkShape(shape, name, data);
  if (problem !== null) throw refused(problem);
}

/** Reads the kind of widget from the message's first submessage; null for other messages and unknown widgets. */
function kindOf({ submessages: [first] }: Subject): keyof typeof kinds | null {
  const widget: unknown = first && parse(first.content);
  if (typeof widget !== "object" || widget === null || !("widget_type" in widget)) return null;
  const { widget_type: kind } = widget;
  return kind === "poll" || kind === "todo" ? kind : null;
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw refused("Invalid json for submessage");
  }
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
