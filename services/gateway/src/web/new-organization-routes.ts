import { AppError } from "@team-chat/errors";
import express, { type Request, type Response, type Router } from "express";

import {
  createOrganizationDeadPage,
  createOrganizationPage,
  createPath,
  newOrganizationClosedPage,
  newOrganizationPage,
  newOrganizationSentPage,
  newPath,
  organizationCreatedPage,
} from "../pages/accounts/new-organization-pages.ts";
import type { LinkCookie } from "../requests/link-cookie.ts";
import type { NewOrganizations, Wanted } from "../serving/new-organizations.ts";
import type { RootDomain } from "../serving/root-domain.ts";
import { type Fields, readForm, textOf } from "./form-fields.ts";
import { keepToken } from "./keep-token.ts";
import { onlyGet, onlyMethods } from "./methods.ts";
import { refuseForm } from "./refusal-words.ts";
import { ownVoiceFor, showFormPage } from "./show-page.ts";

interface NewOrganizationParts {
  readonly root: RootDomain;
  readonly organizations: NewOrganizations;
  /** Keeps the operator's invitation. */
  readonly invitation: LinkCookie;
  /** Keeps the token of the link that was sent. */
  readonly link: LinkCookie;
}

interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

/** Makes the routes with which people create organizations (docs/behaviour/organization.md#creating-one-on-a-page). */
export function newOrganizationRoutes(parts: NewOrganizationParts): Router {
  const routes = express.Router({ strict: true, caseSensitive: true });
  routes
    .route(newPath)
    .get((req, res) => show(parts, { req, res }, ""))
    .post(readForm, (req, res) => request(parts, { req, res }))
    .all(onlyMethods(["GET", "POST"]));
  routes
    .route(createPath)
    .get((req, res) => showCreating(parts, { req, res }, ""))
    .post(readForm, (req, res) => create(parts, { req, res }))
    .all(onlyMethods(["GET", "POST"]));
  routes.all(`${newPath}/confirm/:token`, onlyGet, keepToken(parts.link, createPath));
  routes.all(`${newPath}/:token`, onlyGet, keepToken(parts.invitation, newPath));
  return routes;
}

/** Shows the form, with what was wrong with the last one; says so where nobody creates an organization. */
async function show(parts: NewOrganizationParts, { req, res }: Exchange, problem: string) {
  const { invitation, organizations, root } = parts;
  const elsewhere = root.elsewhere(req, newPath);
  if (elsewhere !== null) {
    res.redirect(303, elsewhere);
    return;
  }
  const voice = ownVoiceFor(req);
  try {
    await organizations.checkOpen(req, invitation.read(req.headers.cookie) ?? null);
    const wanted = wantedOf(req);
    showFormPage(res, newOrganizationPage({ wanted, host: root.host, problem, voice }));
  } catch (error) {
    showFormPage(res, newOrganizationClosedPage(voice, refuseForm(res, error)));
  }
}

async function request(parts: NewOrganizationParts, { req, res }: Exchange): Promise<void> {
  const wanted = wantedOf(req);
  const voice = ownVoiceFor(req);
  const invitation = parts.invitation.read(req.headers.cookie) ?? null;
  try {
    await parts.organizations.request(req, { ...wanted, invitation, language: voice.language });
  } catch (error) {
    await show(parts, { req, res }, refuseForm(res, error));
    return;
  }
  showFormPage(res, newOrganizationSentPage(voice, wanted.email));
}

async function create(parts: NewOrganizationParts, { req, res }: Exchange): Promise<void> {
  const token = parts.link.read(req.headers.cookie) ?? "";
  const password = textOf(req.body as Fields, "password").slice(0, 1000);
  try {
    const created = await parts.organizations.complete(req, { token, password });
    res.setHeader("Set-Cookie", [parts.link.clear(), parts.invitation.clear()]);
    showFormPage(res, organizationCreatedPage({ ...created, voice: ownVoiceFor(req) }));
  } catch (error) {
    await showCreating(parts, { req, res }, refuseForm(res, error));
  }
}

/** Asks for the password, with what was wrong with the last one; says so where the link does not work. */
async function showCreating(
  { link, organizations }: NewOrganizationParts,
  { req, res }: Exchange,
  problem: string,
) {
  const voice = ownVoiceFor(req);
  try {
    const creation = await organizations.check(req, link.read(req.headers.cookie) ?? "");
    showFormPage(res, createOrganizationPage({ ...creation, problem, voice }));
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    showFormPage(res, createOrganizationDeadPage(voice, refuseForm(res, error)));
  }
}

function wantedOf(req: Request): Wanted {
  const field = (name: string) =>
    textOf(req.body as Fields, name)
      .trim()
      .slice(0, 1000);
  return {
    name: field("name"),
    subdomain: field("subdomain"),
    fullName: field("full_name"),
    email: field("email"),
  };
}
