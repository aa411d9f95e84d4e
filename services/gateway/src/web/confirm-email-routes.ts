import express, { type Request, type Response, type Router } from "express";

import {
  confirmedEmailPage,
  confirmEmailDeadPage,
  confirmEmailPage,
  confirmEmailPath,
} from "../pages/accounts/confirm-email-pages.ts";
import type { LinkCookie } from "../requests/link-cookie.ts";
import type { EmailConfirmations } from "../serving/email-confirmations.ts";
import type { Visits } from "../serving/visits.ts";
import { keepToken } from "./keep-token.ts";
import { onlyGet, onlyMethods } from "./methods.ts";
import { refuseForm } from "./refusal-words.ts";
import { voiceFor, showFormPage } from "./show-page.ts";

interface ConfirmEmailParts {
  readonly confirmations: EmailConfirmations;
  readonly visits: Visits;
  /** Keeps the key of the link that was opened. */
  readonly cookie: LinkCookie;
}

/** Makes the routes with which people confirm a new address (docs/behaviour/users.md#changing-e-mail-addresses). */
export function confirmEmailRoutes(parts: ConfirmEmailParts): Router {
  const { cookie, visits } = parts;
  const routes = express.Router({ strict: true, caseSensitive: true });
  routes
    .route(confirmEmailPath)
    .get((req, res) => ask(visits, req, res))
    .post((req, res) => confirm(parts, req, res))
    .all(onlyMethods(["GET", "POST"]));
  routes.all(`${confirmEmailPath}/:token`, onlyGet, keepToken(cookie, confirmEmailPath));
  return routes;
}

async function ask(visits: Visits, req: Request, res: Response): Promise<void> {
  showFormPage(res, confirmEmailPage(voiceFor(req, await visits.settings(req))));
}

async function confirm(
  { confirmations, cookie, visits }: ConfirmEmailParts,
  req: Request,
  res: Response,
): Promise<void> {
  try {
    const email = await confirmations.confirm(req, cookie.read(req.headers.cookie) ?? "");
    const voice = voiceFor(req, await visits.settings(req));
    res.setHeader("Set-Cookie", cookie.clear());
    showFormPage(res, confirmedEmailPage(voice, email));
  } catch (error) {
    const problem = refuseForm(res, error);
    const voice = voiceFor(req, await visits.settings(req));
    showFormPage(res, confirmEmailDeadPage(voice, problem));
  }
}
