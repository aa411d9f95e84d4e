import { Refusal } from "../api/call.ts";
import { t } from "../texts/texts.ts";

/**
 * Says why a request was not done.
 * @throws what is no refusal
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Refusal)) throw error;
  return error.code === "OFFLINE" ? t("reason.offline") : error.message;
}
