import { type CertificateRefusal, certificateRefusal } from "@team-chat/errors";

/** Finds out whether PostgreSQL was not connected to because of its certificate; null for any other error. */
export function refusedCertificate(error: unknown, url: string): CertificateRefusal | null {
  const server = `PostgreSQL at ${URL.parse(url)?.host ?? "its address"}`;
  return certificateRefusal(error, { server, variable: "DATABASE_URL" });
}
