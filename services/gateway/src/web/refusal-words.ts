import { AppError } from "@team-chat/errors";
import type { Response } from "express";

import { ownVoice } from "../pages/texts/voice.ts";
import { noteRefusal } from "../requests/noted-refusal.ts";

/**
 * Sets the status of an answer that shows a form again, and returns why what was sent is refused, in the
 * words of services, which are English.
 * @throws the error when the form cannot be shown again: it is for no organization, of another origin, or a failure
 */
export function refuseForm(res: Response, error: unknown): string {
  if (!(error instanceof AppError)) throw error;
  // Where the form itself needs what is away, it is refused for that.
  if (error.status >= 500 && error.code !== "SERVICE_UNAVAILABLE") throw error;
  if (error.code === "NONEXISTENT_SUBDOMAIN" || error.code === "CSRF_FAILED") throw error;
  res.status(error.status);
  noteRefusal(res, error);
  if (error.code !== "RATE_LIMIT_HIT")
    return /[.!]$/.test(error.message) ? error.message : `${error.message}.`;
  const seconds = waitSeconds(error);
  res.setHeader("Retry-After", seconds);
  const { say, texts } = ownVoice("en");
  return `${say(texts.refusals.tooMany, { n: Math.ceil(seconds / 60) })}.`;
}

function waitSeconds({ details }: AppError): number {
  const given = details["retry-after"];
  return typeof given === "number" ? given : 60;
}
