import { z } from "zod";

import { path } from "../param.ts";

/** Providers that make calls in the name of a user who has let us. */
export const oauthProviders = ["zoom", "webex"] as const;
export type OAuthProviderName = (typeof oauthProviders)[number];

export const oauthProviderParam = path(z.enum(oauthProviders).describe("The provider of calls"));

export const callUrl = z.string().describe("Where the call is");
