import { z } from "zod";

import { operation } from "../operation.ts";
import { oauthProviderParam } from "./call-params.ts";

export const deauthorizeCallUser = operation({
  name: "deauthorizeCallUser",
  method: "POST",
  path: "/calls/{provider}/deauthorize",
  owner: "users",
  auth: "human",
  scope: "all",
  params: { provider: oauthProviderParam },
  response: z.object({}),
  errors: [],
  doc: "Let no more calls be made in one's name\n\nWhat the provider gave us for it is forgotten.",
});
