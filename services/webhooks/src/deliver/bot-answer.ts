import { z } from "zod";

/** What a bot's server wants posted; null for nothing. */
export type BotAnswer = { readonly reply: string | null } | { readonly problem: string };

/** Bots also answer numbers and the like; they are posted as text. */
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const answer = z.looseObject({
  response_not_required: z.unknown().optional(),
  response_string: text.optional(),
  content: text.optional(),
});

/** Reads the body of a 2xx answer (reference/behaviour.md §17, reply handling). */
export function readBotAnswer(body: string): BotAnswer {
  const parsed = parseJson(body);
  if (parsed === undefined) return { problem: "Invalid JSON in response" };
  if (parsed === "") return { reply: null };
  const { data } = answer.safeParse(parsed);
  if (!data) return { problem: "Invalid response format" };
  if (data.response_not_required) return { reply: null };
  const content = data.response_string ?? data.content ?? "";
  return { reply: content.trim() === "" ? null : content };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
