import { z } from "zod";

/** Name of a call that has its effect once, however often it is made; the release before gives none. */
export const callKey = z.uuid().optional();
