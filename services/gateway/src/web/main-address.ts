import { AppError } from "@team-chat/errors";
import type { Request, RequestHandler } from "express";

import type { HostRealms } from "../authentication/host-realms.ts";
import { opensPage } from "../requests/opens-page.ts";

/**
 * Leads browsers that open a page from an organization's other addresses to its main one (docs/hosting.md#addresses).
 * Programs and scripts of pages, which ask for no HTML, are served where they ask.
 */
export function toMainAddress(hosts: HostRealms): RequestHandler {
  return async (req, res, next) => {
    const site = opensPage(req) ? await mainSiteOf(hosts, req) : null;
    if (site === null) next();
    // Not for ever: an organization may go back, or another one have the address later.
    else res.redirect(`${site}${req.originalUrl}`);
  };
}

/** Returns the URL of the organization's main address; null when the request is for that, or for no organization. */
async function mainSiteOf(hosts: HostRealms, { headers }: Request): Promise<string | null> {
  const host = (headers.host ?? "").toLowerCase();
  try {
    const url = (await hosts.prove(host))?.realm.ref.url;
    // The port may be missing.
    const isMain = url === undefined || new URL(url).hostname === host.replace(/:\d+$/, "");
    return isMain ? null : url;
  } catch (error) {
    // Whatever answers then says so.
    if (error instanceof AppError) return null;
    throw error;
  }
}
