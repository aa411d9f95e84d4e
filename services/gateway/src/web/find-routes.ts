import express, { type Request, type Response, type Router } from "express";

import { findPage, findPath, foundPage } from "../pages/accounts/find-pages.ts";
import type { NewOrganizations } from "../serving/new-organizations.ts";
import type { OrganizationSearch } from "../serving/organization-search.ts";
import type { RootDomain } from "../serving/root-domain.ts";
import { type Fields, readForm, textOf } from "./form-fields.ts";
import { onlyMethods } from "./methods.ts";
import { refuseForm } from "./refusal-words.ts";
import { ownVoiceFor, showFormPage } from "./show-page.ts";

interface FindParts {
  readonly root: RootDomain;
  readonly organizations: NewOrganizations;
  readonly search: OrganizationSearch;
}

interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

/**
 * Makes the routes with which people find their organizations (docs/behaviour/organization.md#finding-organizations).
 */
export function findRoutes(parts: FindParts): Router {
  const routes = express.Router({ strict: true, caseSensitive: true });
  routes
    .route(findPath)
    .get((req, res) => show(parts, { req, res }, { problem: "", email: "" }))
    .post(readForm, (req, res) => request(parts, { req, res }))
    .all(onlyMethods(["GET", "POST"]));
  return routes;
}

async function show(
  { organizations, root }: FindParts,
  { req, res }: Exchange,
  given: { readonly email: string; readonly problem: string },
): Promise<void> {
  const elsewhere = root.elsewhere(req, findPath);
  if (elsewhere !== null) {
    res.redirect(303, elsewhere);
    return;
  }
  const isCreationOpen = await organizations.isOpen();
  showFormPage(res, findPage({ ...given, isCreationOpen, voice: ownVoiceFor(req) }));
}

async function request(parts: FindParts, { req, res }: Exchange): Promise<void> {
  const email = textOf(req.body as Fields, "email").trim();
  try {
    await parts.search.request(req, email);
  } catch (error) {
    await show(parts, { req, res }, { problem: refuseForm(res, error), email });
    return;
  }
  showFormPage(res, foundPage(ownVoiceFor(req), email));
}
