import { z } from "zod";

import { line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { path } from "../param.ts";

const params = {
  user_id_or_email: path(
    line.describe("Id, API address, or real address where the caller may see it"),
  ),
};
const who =
  "Clients use the address `/avatar/…` outside of the API, which leads here. Whom there is not, or the caller may not know of, has a picture all the same: one made from what was asked for. Without credentials only where people without an account are let in.";

export const getAvatar = operation({
  name: "getAvatar",
  method: "GET",
  path: "/avatar/{user_id_or_email}",
  owner: "users",
  auth: "optional",
  scope: "read",
  params,
  response: z.object({}),
  success: { kind: "redirect" },
  errors: ["UNAUTHORIZED", "NONEXISTENT_SUBDOMAIN", "SERVICE_UNAVAILABLE"],
  doc: `Get a user's picture\n\nThe answer redirects to the picture. ${who}`,
});

export const getMediumAvatar = operation({
  name: "getMediumAvatar",
  method: "GET",
  path: "/avatar/{user_id_or_email}/medium",
  owner: "users",
  auth: "optional",
  scope: "read",
  params,
  response: z.object({}),
  success: { kind: "redirect" },
  errors: ["UNAUTHORIZED", "NONEXISTENT_SUBDOMAIN", "SERVICE_UNAVAILABLE"],
  doc: `Get a user's picture in its larger size\n\nThe answer redirects to the picture. ${who}`,
});
