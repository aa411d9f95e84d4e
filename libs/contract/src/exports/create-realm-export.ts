import { z } from "zod";

import { exportTypes } from "../internal/exports.ts";
import { operation } from "../operation.ts";
import { word } from "../param.ts";

/** Numbers by which clients before feature level 449 said it. */
const numbers: Readonly<Record<string, (typeof exportTypes)[number]>> = {
  1: "public",
  2: "full_with_consent",
};

export const createRealmExport = operation({
  name: "createRealmExport",
  method: "POST",
  path: "/export/realm",
  owner: "messages",
  auth: "human",
  scope: "administration",
  params: {
    export_type: word(
      z
        .union([z.enum(exportTypes), z.enum(["1", "2"])])
        .default("public")
        .transform(
          (given) => exportTypes.find((type) => type === given) ?? numbers[given] ?? "public",
        )
        .describe(
          "`public` has messages of public channels only, `full_with_consent` also private data of people who consent; older clients say 1 and 2",
        ),
    ),
  },
  response: z.object({ id: z.int().describe("The export") }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "SERVICE_UNAVAILABLE"],
  doc: "Export the organization\n\nFor administrators. The archive is made in the background; `GET /export/realm` and the event `realm_export` say when it is there. Five may be asked for within seven days, and one at a time. Private data of everybody (`full_without_consent`) can be had from whoever operates the server only.",
});
