import { profileFieldTypes } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { z } from "zod";

import { checkedValue } from "./profile-fields.ts";

interface Field {
  readonly name: string;
  readonly kind: number;
  readonly data: string;
}

const choices = z.record(z.string(), z.object({ text: z.string() }));

/**
 * Returns what a field keeps of a text from elsewhere, null when that empties it: a choice is told by its words.
 * Undefined when the field does not take it; fields that name people take none.
 */
export function claimedValue(field: Field, text: string): string | null | undefined {
  if (text === "") return null;
  const value = field.kind === profileFieldTypes.SELECT.id ? choiceOf(field, text) : text;
  try {
    return checkedValue({ field, value, users: new Map() });
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function choiceOf({ data }: Field, text: string): string {
  const found = Object.entries(choices.parse(JSON.parse(data))).find(
    ([, choice]) => choice.text === text,
  );
  return found?.[0] ?? text;
}
