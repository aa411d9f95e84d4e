import { z } from "zod";

import { line } from "../bounded-text.ts";
import { json, path } from "../param.ts";

/** A domain of which addresses may join. */
export const domainObject = z.object({
  domain: z.string().describe("The domain, lower case"),
  allow_subdomains: z.boolean().describe("Whether addresses of subdomains may join as well"),
});

export type DomainObject = z.infer<typeof domainObject>;

export const domainParam = path(line.describe("The domain"));

export const allowSubdomainsParam = json(
  z.boolean().describe("Whether addresses of subdomains may join as well"),
);
