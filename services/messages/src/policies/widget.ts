import { AppError } from "@team-chat/errors";

import { checkShape, list, objectWith, text } from "./widget-shape.ts";

/** Command at the very start of a message that makes it a poll or a todo list: followed by white space or nothing. */
const command = /^\/(poll|todo)(?=\s|$)/;
const listMark = /^[-*]?\s*/;

/**
 * Returns the first submessage of a message that is a poll or a todo list, as JSON text; null for every other message
 * (docs/behaviour/messages.md#polls-and-widgets).
 */
export function widgetOf(content: string): string | null {
  const [written, kind] = command.exec(content) ?? [];
  if (written === undefined || kind === undefined) return null;
  const [title = "", ...rest] = content.slice(written.length).split(/\r\n|\r|\n/);
  const lines = rest.map((line) => line.trim().replace(listMark, "")).filter((line) => line !== "");
  const extraData =
    kind === "poll"
      ? { question: title.trim(), options: lines }
      : { task_list_title: title.trim(), tasks: lines.map(taskOf) };
  return JSON.stringify({ widget_type: kind, extra_data: extraData });
}

/** Reads a task and, after a colon, its description. */
function taskOf(line: string): { task: string; desc: string } {
  const [task = "", ...desc] = line.split(": ");
  return { task: task.trim(), desc: desc.join(": ").trim() };
}

const choices = objectWith({
  heading: text,
  choices: list(objectWith({ short_name: text, long_name: text, reply: text })),
});

/**
 * Checks the `widget_content` of a bot: only forms with choices (docs/behaviour/messages.md#polls-and-widgets).
 * @throws BAD_REQUEST
 */
export function checkWidgetContent(given: string): string {
  const { widget_type: type, extra_data: data } = readWidget(given);
  if (typeof data !== "object" || data === null || Array.isArray(data))
    throw refused("extra_data is not a dict");
  if (type !== "zform") throw refused(`unknown widget type: ${shown(type)}`);
  const { type: form } = data as { type?: unknown };
  if (form === undefined) throw refused("zform is missing type field");
  if (form !== "choices") throw refused(`unknown zform type: ${shown(form)}`);
  const problem = checkShape(choices, "extra_data", data);
  if (problem !== null) throw refused(problem);
  return JSON.stringify({ widget_type: type, extra_data: data });
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function readWidget(given: string): { widget_type: unknown; extra_data: unknown } {
  let widget: unknown;
  try {
    widget = JSON.parse(given);
  } catch {
    throw refused("API programmer sent invalid JSON content");
  }
  if (typeof widget !== "object" || widget === null || Array.isArray(widget))
    throw refused("widget_content is not a dict");
  if (!("widget_type" in widget)) throw refused("widget_type is not in widget_content");
  if (!("extra_data" in widget)) throw refused("extra_data is not in widget_content");
  return widget;
}

function refused(reason: string): AppError {
  return new AppError("BAD_REQUEST", `Widgets: ${reason}`);
}
