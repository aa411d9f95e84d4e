import { mostDays } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

const words: Readonly<Record<string, number | null>> = {
  realm_default: null,
  unlimited: -1,
  forever: -1,
};

/**
 * Days as they are stored: null as the organization says, -1 for ever.
 * @throws REQUEST_VARIABLE_INVALID
 */
export function checkMessageRetention(given: number | string): number | null {
  if (typeof given === "string" && Object.hasOwn(words, given)) return words[given] ?? null;
  if (typeof given === "number" && given > 0 && given <= mostDays) return given;
  throw new AppError(
    "REQUEST_VARIABLE_INVALID",
    `Bad value for 'message_retention_days': ${given}`,
    { details: { var_name: "message_retention_days", bad_value: given } },
  );
}
