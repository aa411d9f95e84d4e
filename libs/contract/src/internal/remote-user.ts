import { z } from "zod";

import { internalOperation } from "../internal-operation.ts";
import { completeSignIn } from "./sign-in.ts";

export const signInRemoteUser = internalOperation({
  name: "signInRemoteUser",
  owner: "users",
  input: z.object({
    realmId: z.int(),
    /** Name or address of somebody whom a trusted reverse proxy has let in. */
    user: z.string().max(320),
    /** Path that follows. */
    next: z.string().max(1000),
    /** One-time pad with which an app wants its key; null in a browser. */
    mobileOtp: z.string().nullable(),
    /** Key with which a desktop app reads what logs it in; null for none. */
    desktopOtp: z.string().nullable(),
    /** The header `User-Agent`. */
    client: z.string(),
    address: z.string(),
  }),
  output: completeSignIn.output,
  doc: "Signs in somebody for whom the reverse proxy of the installation vouches. NOT_FOUND when the organization does not take its word; AUTHENTICATION_FAILED and other refusals say why not.",
});
