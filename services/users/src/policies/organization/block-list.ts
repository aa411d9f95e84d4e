import { AppError } from "@team-chat/errors";

/** Refuses a pattern that the organization does not have. */
export function unknownPattern(): AppError {
  return new AppError("BAD_REQUEST", "This address or domain is not blocked.");
}

/**
 * Lists every pattern that blocks the address: itself, without what stands behind a `+`, its domain, and each domain
 * that this is a subdomain of.
 */
export function patternsBlocking(email: string): readonly string[] {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const labels = domain.split(".");
  const domains = labels.map((_, index) => labels.slice(index).join("."));
  return [address, `${local.split("+")[0] ?? ""}@${domain}`, ...domains];
}

/**
 * Checks that an address is not blocked, in the words that refuse whoever is of no domain of the organization: it does
 * not say which list refuses. @throws BAD_REQUEST
 */
export function checkNotBlocked(email: string, blocked: ReadonlySet<string>): void {
  if (patternsBlocking(email).some((pattern) => blocked.has(pattern)))
    throw new AppError("BAD_REQUEST", `Email '${email}' not allowed in this organization`);
}
