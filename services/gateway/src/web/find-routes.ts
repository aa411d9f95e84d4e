import express, { type Request, type Response, type Router } from "express";

import { findPage, findPath, foundPage } from "../pages/accounts/find-pages.ts";
import type { OrganizationSearch } from "../serving/organization-search.ts";
import type { RootDomain } from "../serving/root-domain.ts";
import { type Fields, readForm, textOf } from "./form-fields.ts";
import { onlyMethods } from "./methods.ts";
import { refuseForm } from "./refusal-words.ts";
import { showFormPage } from "./show-page.ts";

/**
 * Makes the routes with which people find their organizations (docs/behaviour/organization.md#finding-organizations).
 */
export function findRoutes(root: RootDomain, search: OrganizationSearch): Router {
  const routes = express.Router({ strict: true, caseSensitive: true });
  routes
    .route(findPath)
    .get((req, res) => show(root, req, res))
    .post(readForm, (req, res) => request(search, req, res))
    .all(onlyMethods(["GET", "POST"]));
  return routes;
}

function show(root: RootDomain, req: Request, res: Response): void {
  const elsewhere = root.elsewhere(req, findPath);
  if (elsewhere === null) showFormPage(res, findPage({ problem: "", email: "" }));
  else res.redirect(303, elsewhere);
}

async function request(search: OrganizationSearch, req: Request, res: Response): Promise<void> {
  const email = textOf(req.body as Fields, "email").trim();
  try {
    await search.request(req, email);
  } catch (error) {
    showFormPage(res, findPage({ problem: refuseForm(res, error), email }));
    return;
  }
  showFormPage(res, foundPage(email));
}
