import { AppError } from "@team-chat/errors";
import { importSPKI, jwtVerify } from "jose";

/**
 * With what the system signs that vouches for accounts: a secret for HS…, a public key in PEM for all other algorithms.
 */
export interface JwtKey {
  readonly key: string;
  readonly algorithms: readonly string[];
}

/**
 * Returns the address that a JSON web token vouches for; tokens that have expired, or whose time has not come, vouch
 * for nobody.
 * @throws BAD_REQUEST
 */
export async function vouchedEmail(trusted: JwtKey | undefined, token: string): Promise<string> {
  if (trusted === undefined)
    throw new AppError("BAD_REQUEST", "JWT authentication is not enabled for this organization");
  if (token === "") throw new AppError("BAD_REQUEST", "No JSON web token passed in request");
  const { email } = await claimsOf(trusted, token);
  if (typeof email !== "string")
    throw new AppError("BAD_REQUEST", "No email specified in JSON web token claims");
  return email;
}

async function claimsOf({ algorithms, key }: JwtKey, token: string) {
  try {
    const { payload } = await jwtVerify(
      token,
      ({ alg }) => (alg.startsWith("HS") ? new TextEncoder().encode(key) : importSPKI(key, alg)),
      { algorithms: [...algorithms] },
    );
    return payload;
  } catch (error) {
    throw new AppError("BAD_REQUEST", "Bad JSON web token", { cause: error });
  }
}
