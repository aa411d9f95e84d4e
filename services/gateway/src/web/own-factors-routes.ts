import express, { type Request, type Response, type Router } from "express";

import { factorsPath } from "../authentication/factors-path.ts";
import { addAppPage, confirmFactorPage, factorsPage } from "../pages/accounts/own-factors-pages.ts";
import { hasFactor } from "../pages/accounts/own-factors-parts.ts";
import { type Fields, readForm, textOf } from "./form-fields.ts";
import { onlyMethods } from "./methods.ts";
import {
  type OwnFactorsParts,
  passwordOf,
  refuseUnlessOut,
  serveVisitor,
  showCodes,
  type Visit,
} from "./own-factors-visit.ts";
import { voiceFor, showFormPage } from "./show-page.ts";

/** Makes the routes with which people change their second factors (docs/behaviour/second-factors.md#the-page). */
export function ownFactorsRoutes(parts: OwnFactorsParts): Router {
  const routes = express.Router({ strict: true, caseSensitive: true });
  const serving = (serve: Parameters<typeof serveVisitor>[2]) => (req: Request, res: Response) =>
    serveVisitor(parts, { req, res }, serve);
  routes
    .route(factorsPath)
    .get(serving(showFactors))
    .all(onlyMethods(["GET"]));
  routes
    .route(`${factorsPath}app`)
    .get(serving((_, visit) => showOffer(parts, visit, "")))
    .post(readForm, serving(addApp))
    .all(onlyMethods(["GET", "POST"]));
  routes
    .route(`${factorsPath}app/remove`)
    .get(serving((_, visit) => showConfirm(parts, visit, { what: "removeApp", problem: "" })))
    .post(readForm, serving(removeApp))
    .all(onlyMethods(["GET", "POST"]));
  routes
    .route(`${factorsPath}codes`)
    .get(serving((_, visit) => showConfirm(parts, visit, { what: "renewCodes", problem: "" })))
    .post(readForm, serving(renewCodes))
    .all(onlyMethods(["GET", "POST"]));
  return routes;
}

async function showFactors({ factors: all }: OwnFactorsParts, { browser, req, res }: Visit) {
  const { factors, settings } = await all.list(browser);
  showFormPage(res, factorsPage({ factors, voice: voiceFor(req, settings, factors.language) }));
}

/** Shows the secret of a new app, or that of the form that was refused. */
async function showOffer(parts: OwnFactorsParts, { browser, req, res }: Visit, problem: string) {
  const { factors, settings } = await parts.factors.list(browser);
  const voice = voiceFor(req, settings, factors.language);
  if (factors.appSince !== null || !factors.mayChange) {
    res.redirect(303, factorsPath);
    return;
  }
  const before = textOf(req.body as Fields, "offer");
  const offer = await parts.factors.offerApp(browser, before === "" ? null : before);
  showFormPage(res, addAppPage({ factors, voice, offer, problem }));
}

async function addApp(parts: OwnFactorsParts, visit: Visit): Promise<void> {
  const { browser, req, res } = visit;
  const form = req.body as Fields;
  const code = textOf(form, "code").slice(0, 100);
  const password = passwordOf(req);
  try {
    const given = { sealedOffer: textOf(form, "offer"), code, password };
    const codes = await parts.factors.addApp(browser, given);
    await showCodes(parts, visit, { codes, isFirst: true });
  } catch (error) {
    await showOffer(parts, visit, refuseUnlessOut(res, error));
  }
}

async function removeApp(parts: OwnFactorsParts, visit: Visit): Promise<void> {
  try {
    await parts.factors.removeApp(visit.browser, passwordOf(visit.req));
    visit.res.redirect(303, factorsPath);
  } catch (error) {
    const problem = refuseUnlessOut(visit.res, error);
    await showConfirm(parts, visit, { what: "removeApp", problem });
  }
}

async function renewCodes(parts: OwnFactorsParts, visit: Visit): Promise<void> {
  try {
    const codes = await parts.factors.renewCodes(visit.browser, passwordOf(visit.req));
    await showCodes(parts, visit, { codes, isFirst: false });
  } catch (error) {
    const problem = refuseUnlessOut(visit.res, error);
    await showConfirm(parts, visit, { what: "renewCodes", problem });
  }
}

interface Asked {
  readonly what: "removeApp" | "renewCodes";
  readonly problem: string;
}

async function showConfirm(
  { factors: all }: OwnFactorsParts,
  { browser, req, res }: Visit,
  asked: Asked,
) {
  const { factors, settings } = await all.list(browser);
  const voice = voiceFor(req, settings, factors.language);
  const isThere = asked.what === "removeApp" ? factors.appSince !== null : hasFactor(factors);
  if (!isThere || !factors.mayChange) res.redirect(303, factorsPath);
  else showFormPage(res, confirmFactorPage({ ...asked, factors, voice }));
}
