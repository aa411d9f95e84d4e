import type { AppError } from "@team-chat/errors";
import type { Response } from "express";

const noted = "refusal";

/** Notes for the log why a request is refused. */
export function noteRefusal(res: Response, error: AppError): void {
  res.locals[noted] = error;
}

/** Returns why the request was refused; undefined when nobody has noted it. */
export function refusalOf(res: Response): unknown {
  return res.locals[noted];
}
