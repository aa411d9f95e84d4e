import type { MailReason } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import express, { type Request, type Response, type Router } from "express";

import {
  unsubscribeDeadPage,
  unsubscribedPage,
  unsubscribePage,
} from "../pages/accounts/unsubscribe-pages.ts";
import type { Page } from "../pages/page.ts";
import type { Voice } from "../pages/texts/voice.ts";
import type { EndedMail, Unsubscriptions } from "../serving/unsubscriptions.ts";
import type { Visits } from "../serving/visits.ts";
import { onlyMethods } from "./methods.ts";
import { voiceFor, showFormPage } from "./show-page.ts";

/** Makes the routes with which people end e-mail by a link that it has (docs/behaviour/mail.md#unsubscribing). */
export function unsubscribeRoutes(unsubscriptions: Unsubscriptions, visits: Visits): Router {
  const routes = express.Router({ strict: true, caseSensitive: true });
  routes
    .route("/accounts/unsubscribe/:token")
    .get((req, res) =>
      show(visits, { req, res, page: unsubscribePage }, (token) =>
        unsubscriptions.check(req, token),
      ),
    )
    .post((req, res) =>
      show(visits, { req, res, page: unsubscribedPage }, (token) =>
        unsubscriptions.end(req, token),
      ),
    )
    .all(onlyMethods(["GET", "POST"]));
  return routes;
}

interface Exchange {
  readonly req: Request;
  readonly res: Response;
  readonly page: (voice: Voice, reasons: readonly MailReason[]) => Page;
}

/** Shows the page about what was done with the link, or that it does not work. */
async function show(
  visits: Visits,
  { page, req, res }: Exchange,
  use: (token: string) => Promise<EndedMail>,
): Promise<void> {
  const settings = await visits.settings(req);
  try {
    const { language, reasons } = await use(String(req.params["token"]));
    showFormPage(res, page(voiceFor(req, settings, language), reasons));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "BAD_REQUEST") throw error;
    res.status(400);
    showFormPage(res, unsubscribeDeadPage(voiceFor(req, settings), error.message));
  }
}
