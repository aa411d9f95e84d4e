import { oauthProviders } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import express, { type Request, type RequestHandler, type Router } from "express";

import { callCompletePage } from "../pages/call-complete-page.ts";
import { callJoinPage } from "../pages/call-join-page.ts";
import { callRegisterPage } from "../pages/call-register-page.ts";
import type { Page } from "../pages/page.ts";
import type { Voice } from "../pages/texts/voice.ts";
import type { Visits } from "../serving/visits.ts";
import { onlyGet } from "./methods.ts";
import { ownVoiceFor, sendPage, voiceFor } from "./show-page.ts";

/** Makes the routes to which links to calls lead (docs/behaviour/calls-and-push.md). */
export function callRoutes(visits: Visits): Router {
  const routes = express.Router({ strict: true, caseSensitive: true });
  const showing =
    (page: (voice: Voice) => Page): RequestHandler =>
    async (req, res, next) =>
      sendPage(page(await findVoice(visits, req)))(req, res, next);
  routes.all("/calls/bigbluebutton/join", onlyGet, showing(callJoinPage));
  for (const provider of oauthProviders) {
    routes.all(`/calls/${provider}/register`, onlyGet, showing(callRegisterPage));
    routes.all(`/calls/${provider}/complete`, onlyGet, showing(callCompletePage));
  }
  return routes;
}

/** Providers lead back to the root domain, where there may be no organization. */
async function findVoice(visits: Visits, req: Request): Promise<Voice> {
  try {
    return voiceFor(req, await visits.settings(req));
  } catch (error) {
    if (error instanceof AppError) return ownVoiceFor(req);
    throw error;
  }
}
