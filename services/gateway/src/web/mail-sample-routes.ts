import express, { type Request, type Response, type Router } from "express";

import { mailSamplesPage } from "../pages/accounts/mail-samples-page.ts";
import type { MailSamples } from "../serving/mail-samples.ts";
import { textOf } from "./form-fields.ts";
import { onlyGet } from "./methods.ts";
import { ownVoiceFor, sendPage } from "./show-page.ts";

/** Makes the routes that show what e-mail looks like, for development mode only (docs/behaviour/mail.md#previews). */
export function mailSampleRoutes(samples: MailSamples): Router {
  const routes = express.Router({ strict: true, caseSensitive: true });
  routes.all("/emails", onlyGet, (req, res) => listSamples(samples, req, res));
  routes.all("/emails/:kind.txt", onlyGet, (req, res, next) =>
    showSample(samples, { req, res, next, isPlain: true }),
  );
  routes.all("/emails/:kind", onlyGet, (req, res, next) =>
    showSample(samples, { req, res, next, isPlain: false }),
  );
  return routes;
}

async function listSamples(samples: MailSamples, req: Request, res: Response): Promise<void> {
  sendPage(mailSamplesPage(ownVoiceFor(req), await samples.list(req)))(req, res, () => undefined);
}

interface Shown {
  readonly req: Request;
  readonly res: Response;
  readonly next: () => void;
  /** True for the plain text. */
  readonly isPlain: boolean;
}

async function showSample(samples: MailSamples, { isPlain, next, req, res }: Shown): Promise<void> {
  const wanted = textOf(req.query, "language") || "en";
  const mail = (await samples.list(req)).find(
    ({ kind, language }) => kind === req.params["kind"] && language === wanted,
  );
  if (mail === undefined) {
    next();
    return;
  }
  const page = isPlain
    ? { type: "text/plain; charset=utf-8", text: mail.text }
    : { type: "text/html; charset=utf-8", text: mail.html };
  sendPage(page)(req, res, () => undefined);
}
