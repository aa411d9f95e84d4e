import type { LoadedMessage } from "../../state/state.ts";

/** One line of a poll or a to-do list. */
export interface Line {
  /** Names the line to other clients (docs/behaviour/messages.md#polls-and-widgets). */
  readonly key: string;
  readonly text: string;
  /** Who voted for it. */
  readonly voters: readonly number[];
  readonly isDone: boolean;
}

/** A poll or to-do list as all submessages together make it. */
export interface WidgetState {
  readonly kind: "poll" | "todo";
  readonly title: string;
  readonly lines: readonly Line[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Puts a poll or to-do list together; null for what is neither. */
export function widgetOf({ sender_id: sender, submessages }: LoadedMessage): WidgetState | null {
  const [first, ...rest] = submessages.map((one) => ({
    by: one.sender_id,
    fields: fieldsOf(one.content),
  }));
  const kind = first?.fields["widget_type"];
  if (kind !== "poll" && kind !== "todo") return null;
  const start = (first?.fields["extra_data"] ?? {}) as Fields;
  const lines = new Map<string, Line>();
  const add = (key: string, text: unknown) => {
    if (typeof text === "string" && !lines.has(key))
      lines.set(key, { key, text, voters: [], isDone: false });
  };
  const change = (key: string, with_: (line: Line) => Line) => {
    const line = lines.get(key);
    if (line !== undefined) lines.set(key, with_(line));
  };
  let title = textOf(start[kind === "poll" ? "question" : "task_list_title"]);
  if (kind === "poll")
    for (const [at, option] of listOf(start["options"]).entries())
      add(`canned,${String(at)}`, option);
  else
    for (const [at, task] of listOf(start["tasks"]).entries())
      add(`${String(at)},canned`, (task as Fields)["task"]);
  for (const { by, fields } of rest) {
    const key = textOf(fields["key"]);
    if (fields["type"] === "new_option")
      add(`${String(by)},${String(fields["idx"])}`, fields["option"]);
    else if (fields["type"] === "new_task")
      add(`${String(fields["key"])},${String(by)}`, fields["task"]);
    else if (fields["type"] === "vote")
      change(key, (line) => ({ ...line, voters: voted(line.voters, by, fields["vote"] === 1) }));
    else if (fields["type"] === "strike")
      change(key, (line) => ({ ...line, isDone: !line.isDone }));
    else if (fields["type"] === "question" && by === sender) title = textOf(fields["question"]);
    else if (fields["type"] === "new_task_list_title" && by === sender)
      title = textOf(fields["title"]);
  }
  return { kind, title, lines: [...lines.values()] };
}

function voted(voters: readonly number[], by: number, isFor: boolean): readonly number[] {
  const others = voters.filter((id) => id !== by);
  return isFor ? [...others, by] : others;
}

function fieldsOf(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Fields) : {};
  } catch {
    return {};
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
