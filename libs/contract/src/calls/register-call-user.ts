import { z } from "zod";

import { operation } from "../operation.ts";
import { oauthProviderParam } from "./call-params.ts";

export const registerCallUser = operation({
  name: "registerCallUser",
  method: "POST",
  path: "/calls/{provider}/register",
  owner: "users",
  auth: "human",
  scope: "all",
  params: { provider: oauthProviderParam },
  response: z.object({
    url: z.string().describe("Page of the provider on which the user agrees, within ten minutes"),
    verifier: z.string().describe("Kept by the browser, and given to `completeCallUser`"),
  }),
  errors: ["BAD_REQUEST"],
  doc: "Begin to let a provider's calls be made in one's name\n\nThe pages `/calls/zoom/register` and `/calls/webex/register` call this.",
});
