import { z } from "zod";

/** Form of `REMOTE_USER`. */
const remoteUser = z.strictObject({
  /** Stands on the button of the page to log in. */
  name: z.string().min(1).max(100),
  // Subdomains of the organizations that take the proxy's word, "" for the root; all when it is missing.
  organizations: z.array(z.string()).optional(),
  /** Completes names that are no addresses. */
  emailDomain: z.string().min(1).max(253).optional(),
  createsAccounts: z.boolean().default(true),
});

/** The reverse proxy that says who somebody is. */
export type RemoteUser = z.output<typeof remoteUser>;

/** Parses the variable; null when it has another form. */
export function parseRemoteUser(text: string): RemoteUser | null {
  try {
    return remoteUser.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
