import express, { type Request, type Response, type Router } from "express";

import { factorsPath } from "../authentication/factors-path.ts";
import {
  makePasskeyPage,
  namePasskeyPage,
  removePasskeyPage,
  renamePasskeyPage,
} from "../pages/accounts/own-passkeys-pages.ts";
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
import { answerOf } from "./passkey-routes.ts";
import { voiceFor, showFormPage } from "./show-page.ts";

/** Makes the routes for one's own passkeys: adding, renaming, removing (docs/behaviour/second-factors.md#passkeys). */
export function ownPasskeysRoutes(parts: OwnFactorsParts): Router {
  const routes = express.Router({ strict: true, caseSensitive: true });
  const serving = (serve: Parameters<typeof serveVisitor>[2]) => (req: Request, res: Response) =>
    serveVisitor(parts, { req, res }, serve);
  routes
    .route(`${factorsPath}passkeys/add`)
    .get(serving((_, visit) => showNaming(parts, visit, "")))
    .post(readForm, serving(offer))
    .all(onlyMethods(["GET", "POST"]));
  routes
    .route(`${factorsPath}passkeys/finish`)
    .post(readForm, serving(add))
    .all(onlyMethods(["POST"]));
  routes
    .route(`${factorsPath}passkeys/rename`)
    .get(serving((_, visit) => showRenaming(parts, visit, "")))
    .post(readForm, serving(rename))
    .all(onlyMethods(["GET", "POST"]));
  routes
    .route(`${factorsPath}passkeys/remove`)
    .get(serving((_, visit) => showRemoval(parts, visit, "")))
    .post(readForm, serving(remove))
    .all(onlyMethods(["GET", "POST"]));
  return routes;
}

async function showNaming(parts: OwnFactorsParts, { browser, req, res }: Visit, problem: string) {
  const { factors, settings } = await parts.factors.list(browser);
  const name = textOf(req.body as Fields, "name");
  const voice = voiceFor(req, settings, factors.language);
  if (factors.mayChange) showFormPage(res, namePasskeyPage({ factors, voice, name, problem }));
  else res.redirect(303, factorsPath);
}

/** Shows the page that has the browser make the passkey, once the person has confirmed it. */
async function offer(parts: OwnFactorsParts, visit: Visit): Promise<void> {
  const { browser, req, res } = visit;
  try {
    const given = { name: nameOf(req), password: passwordOf(req) };
    const made = await parts.factors.offerPasskey(browser, given);
    const { factors, settings } = await parts.factors.list(browser);
    const voice = voiceFor(req, settings, factors.language);
    showFormPage(res, makePasskeyPage({ voice, offer: made }));
  } catch (error) {
    await showNaming(parts, visit, refuseUnlessOut(res, error));
  }
}

async function add(parts: OwnFactorsParts, visit: Visit): Promise<void> {
  try {
    const codes = await parts.factors.addPasskey(visit.browser, answerOf(visit.req));
    await showCodes(parts, visit, { codes, isFirst: true });
  } catch (error) {
    await showNaming(parts, visit, refuseUnlessOut(visit.res, error));
  }
}

async function rename(parts: OwnFactorsParts, visit: Visit): Promise<void> {
  const { browser, req, res } = visit;
  try {
    await parts.factors.renamePasskey(browser, { passkeyId: idOf(req), name: nameOf(req) });
    res.redirect(303, factorsPath);
  } catch (error) {
    await showRenaming(parts, visit, refuseUnlessOut(res, error));
  }
}

async function showRenaming(parts: OwnFactorsParts, { browser, req, res }: Visit, problem: string) {
  const { factors, settings } = await parts.factors.list(browser);
  const passkey = factors.passkeys.find(({ id }) => id === idOf(req));
  const voice = voiceFor(req, settings, factors.language);
  if (passkey === undefined) res.redirect(303, factorsPath);
  else {
    // What was refused stays in the field.
    const name = problem === "" ? passkey.name : nameOf(req);
    showFormPage(res, renamePasskeyPage({ voice, passkey, name, problem }));
  }
}

async function remove(parts: OwnFactorsParts, visit: Visit): Promise<void> {
  const { browser, req, res } = visit;
  try {
    const password = passwordOf(req);
    await parts.factors.removePasskey(browser, { passkeyId: idOf(req), password });
    res.redirect(303, factorsPath);
  } catch (error) {
    await showRemoval(parts, visit, refuseUnlessOut(res, error));
  }
}

async function showRemoval(parts: OwnFactorsParts, { browser, req, res }: Visit, problem: string) {
  const { factors, settings } = await parts.factors.list(browser);
  const passkey = factors.passkeys.find(({ id }) => id === idOf(req));
  const voice = voiceFor(req, settings, factors.language);
  if (passkey === undefined || !factors.mayChange) res.redirect(303, factorsPath);
  else showFormPage(res, removePasskeyPage({ factors, voice, passkey, problem }));
}

/** Returns the name that was given; what is too long is refused when it is cut as well. */
function nameOf(req: Request): string {
  return textOf(req.body as Fields, "name").slice(0, 1000);
}

/** Returns which passkey is meant; 0 for none. */
function idOf(req: Request): number {
  const given = textOf(req.body as Fields, "id") || textOf(req.query, "id");
  return /^\d{1,15}$/.test(given) ? Number(given) : 0;
}
