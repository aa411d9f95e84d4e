import { AppError } from "@team-chat/errors";
import { fill } from "@team-chat/html";
import type { Response } from "express";

import { texts } from "../pages/accounts/texts.ts";

/**
 * Sets the status of an answer that shows a form again, and returns why what was sent is refused, in words.
 * @throws the error when the form cannot be shown again: it is for no organization, of another origin, or a failure
 */
export function refuseForm(res: Response, error: unknown): string {
  if (!(error instanceof AppError)) throw error;
  // Where the form itself needs what is away, it is refused for that.
  if (error.status >= 500 && error.code !== "SERVICE_UNAVAILABLE") throw error;
  if (error.code === "NONEXISTENT_SUBDOMAIN" || error.code === "CSRF_FAILED") throw error;
  res.status(error.status);
  if (error.code !== "RATE_LIMIT_HIT")
    return /[.!]$/.test(error.message) ? error.message : `${error.message}.`;
  const seconds = waitSeconds(error);
  res.setHeader("Retry-After", seconds);
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? texts.limits.oneMinute : fill(texts.limits.minutes, { minutes });
}

function waitSeconds({ details }: AppError): number {
  const given = details["retry-after"];
  return typeof given === "number" ? given : 60;
}
