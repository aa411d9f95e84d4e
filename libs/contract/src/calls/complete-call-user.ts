import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { word } from "../param.ts";
import { oauthProviderParam } from "./call-params.ts";

export const completeCallUser = operation({
  name: "completeCallUser",
  method: "POST",
  path: "/calls/{provider}/complete",
  owner: "users",
  auth: "none",
  scope: "any",
  params: {
    provider: oauthProviderParam,
    code: word(upTo(4096).describe("From the provider")),
    state: word(upTo(4096).describe("What went along to the provider and back")),
    verifier: word(upTo(100).describe("From `registerCallUser`, in the same browser")),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST", "NONEXISTENT_SUBDOMAIN", "REALM_DEACTIVATED", "USER_DEACTIVATED"],
  doc: "Let a provider's calls be made in one's name\n\nThe provider sends browsers to the pages `/calls/zoom/complete` and `/calls/webex/complete`, which call this.",
});
