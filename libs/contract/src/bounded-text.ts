import { z } from "zod";

/** Text that is stripped, not blank and at most `limit` characters (code points) long, refused under the parameter's name. */
export function boundedText(name: string, limit: number) {
  return z
    .string()
    .trim()
    .min(1)
    .refine((value) => !value.includes("\0"), {
      params: { message: `${name} must not contain null bytes` },
    })
    .refine((value) => value.length <= limit || [...value].length <= limit, {
      params: { message: `${name} is too long (limit: ${limit} characters)` },
    });
}
