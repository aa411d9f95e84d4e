import { z } from "zod";

/** Secrets with which requests to a destination of the audit log are made, as they are sealed. */
export const auditSecrets = z.object({
  /** Key that signs them, base64. */
  signingKey: z.string(),
  /** Header `Authorization`; null for none. */
  authorization: z.string().nullable(),
});

export type AuditSecrets = z.infer<typeof auditSecrets>;
