import { z } from "zod";

/** Takes text of at most so many characters that the database can keep. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((given) => given.isWellFormed() && !given.includes("\0"), "is no text");
