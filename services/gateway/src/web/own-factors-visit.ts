import { AppError } from "@team-chat/errors";
import type { Request, Response } from "express";

import { factorsPath } from "../authentication/factors-path.ts";
import { recoveryCodesPage } from "../pages/accounts/own-factors-pages.ts";
import type { SessionCookie } from "../requests/session-cookie.ts";
import type { Browser, SecondFactors } from "../serving/second-factors.ts";
import { type Fields, textOf } from "./form-fields.ts";
import { refuseForm } from "./refusal-words.ts";
import { voiceFor, showFormPage } from "./show-page.ts";

export interface OwnFactorsParts {
  readonly factors: SecondFactors;
  readonly cookie: SessionCookie;
}

/** Somebody at a page, with what they have given, and where to answer. */
export interface Visit {
  readonly browser: Browser;
  readonly req: Request;
  readonly res: Response;
}

type Serve = (parts: OwnFactorsParts, visit: Visit) => Promise<void>;

/** Serves whoever is logged in, and has everybody else log in first. */
export async function serveVisitor(
  parts: OwnFactorsParts,
  { req, res }: { readonly req: Request; readonly res: Response },
  serve: Serve,
): Promise<void> {
  const token = parts.cookie.read(req.headers.cookie) ?? "";
  try {
    await serve(parts, { browser: { req, token }, req, res });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "UNAUTHORIZED") throw error;
    res.redirect(303, `/login?${new URLSearchParams({ next: factorsPath }).toString()}`);
  }
}

interface Codes {
  readonly codes: readonly string[];
  readonly isFirst: boolean;
}

/** Shows new recovery codes; with another second factor there are some already, and none to show. */
export async function showCodes(
  { factors }: OwnFactorsParts,
  { browser, req, res }: Visit,
  given: Codes,
): Promise<void> {
  const { factors: own, settings } = await factors.list(browser);
  const voice = voiceFor(req, settings, own.language);
  if (given.codes.length === 0) res.redirect(303, factorsPath);
  else showFormPage(res, recoveryCodesPage({ ...given, voice }));
}

/** Returns the password of a form. */
export function passwordOf(req: Request): string {
  return textOf(req.body as Fields, "password").slice(0, 1000);
}

/** Returns why something is refused, in words; throws when it is because the session has ended. */
export function refuseUnlessOut(res: Response, error: unknown): string {
  if (error instanceof AppError && error.code === "UNAUTHORIZED") throw error;
  return refuseForm(res, error);
}
