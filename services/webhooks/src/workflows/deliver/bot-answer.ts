import { z } from "zod";

import { slackInterface } from "./payload.ts";

/** Content that a bot's server wants posted; null for nothing. `widget` is JSON text of a form that goes with it. */
export type BotAnswer =
  | { readonly reply: string | null; readonly widget?: string }
  | { readonly problem: string };

/** Bots also answer numbers and the like; they are posted as text. */
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const answer = z.looseObject({
  response_not_required: z.unknown().optional(),
  response_string: text.optional(),
  content: text.optional(),
  widget_content: z.unknown().optional(),
});

const slackAnswer = z.looseObject({ text: text.optional() });

/** Reads the body of a 2xx answer of a server with this interface (docs/behaviour/webhooks.md#replies). */
export function readBotAnswer(body: string, kind: number): BotAnswer {
  const parsed = parseJson(body);
  if (parsed === undefined) return { problem: "Invalid JSON in response" };
  if (parsed === "") return { reply: null };
  const content = kind === slackInterface ? slackText(parsed) : genericText(parsed);
  if (content === null) return { problem: "Invalid response format" };
  if (content.trim() === "") return { reply: null };
  const widget = kind === slackInterface ? null : widgetOf(parsed);
  return widget === null ? { reply: content } : { reply: content, widget };
}

/** Servers give the form as JSON text or as the object itself; null for none. */
function widgetOf(parsed: unknown): string | null {
  const { widget_content: widget } = answer.parse(parsed);
  if (widget === undefined || widget === null) return null;
  return typeof widget === "string" ? widget : JSON.stringify(widget);
}

/** Empty when nothing is to be said, null for what is no answer. */
function genericText(parsed: unknown): string | null {
  const { data } = answer.safeParse(parsed);
  if (!data) return null;
  if (data.response_not_required) return "";
  return data.response_string ?? data.content ?? "";
}

function slackText(parsed: unknown): string | null {
  const { data } = slackAnswer.safeParse(parsed);
  return data ? (data.text ?? "") : null;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
