import { z } from "zod";

const claim = z.string().min(1).max(200);
const maxValues = 500;
const maxFields = 50;
const roleName = z.enum(["owner", "administrator", "moderator", "member", "guest"]);

function few(most: number) {
  return (given: object) => Object.keys(given).length <= most;
}

/** Form of what is made of a provider's claims: names of things of the organization by values of claims. */
export const claimMapping = z.strictObject({
  role: z
    .strictObject({
      claim,
      values: z.record(z.string(), roleName).refine(few(maxValues), `has over ${maxValues} values`),
      /** Role of whoever has none of the values; without it they keep theirs. */
      otherwise: roleName.optional(),
    })
    .optional(),
  groups: z
    .strictObject({
      claim,
      /** Names of user groups. */
      values: z
        .record(z.string(), z.string().min(1))
        .refine(few(maxValues), `has over ${maxValues} values`),
    })
    .optional(),
  /** Claims by name of the profile field. */
  profile: z
    .record(z.string(), claim)
    .refine(few(maxFields), `has over ${maxFields} fields`)
    .optional(),
});

export type ClaimMapping = z.output<typeof claimMapping>;
