/** Advice about a certificate that is not taken, by what OpenSSL and Node call the reason. */
const advice: Readonly<Record<string, (name: string) => string>> = {
  CERT_HAS_EXPIRED: () => "it has expired: replace it",
  CERT_NOT_YET_VALID: () => "it is not good yet: set the clocks of both right, or replace it",
  ERR_TLS_CERT_ALTNAME_INVALID: (name) =>
    `it is for other names: set ${name} to one of those, or replace it`,
  ...Object.fromEntries(
    [
      "CERT_SIGNATURE_FAILURE",
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "SELF_SIGNED_CERT_IN_CHAIN",
      "UNABLE_TO_GET_ISSUER_CERT",
      "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    ].map((code) => [
      code,
      () =>
        "nobody whom we believe has signed it: let NODE_EXTRA_CA_CERTS name a file with its authority",
    ]),
  ),
};

/** A server whose certificate is not taken, which waiting does not change; the message says what to do. */
export class CertificateRefusal extends Error {
  override readonly name = "CertificateRefusal";
}

/**
 * Finds out whether a server was not connected to because of its certificate; null for any other error.
 *
 * @param server the server for people, without a password
 * @param variable name of the variable with its address
 */
export function certificateRefusal(
  error: unknown,
  { server, variable }: { readonly server: string; readonly variable: string },
): CertificateRefusal | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code: unknown = "code" in cause ? cause.code : undefined;
    const advise = typeof code === "string" ? advice[code] : undefined;
    if (advise === undefined) continue;
    return new CertificateRefusal(
      `The certificate of ${server} is refused, because ${advise(variable)} (docs/subsystems/secrets.md#certificates).`,
      { cause: error },
    );
  }
  return null;
}
