import type { InputOf, registerPushDevice } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

type Given = InputOf<typeof registerPushDevice>;

/** The first byte of a key says for which cryptosystem it is; libsodium's `crypto_secretbox` is the only one. */
const secretBox = 0x31;
const secretBoxKeyLength = 32;
const tokenIdLength = 8;

/**
 * Checks that a registration has all fields of a key, of a token, or of both, and that they are well-formed.
 * @throws BAD_REQUEST
 */
export function checkPushRegistration(given: Given): void {
  const hasKey = given.push_key !== undefined && given.push_key_id !== undefined;
  const hasToken =
    given.token_kind !== undefined &&
    given.token_id !== undefined &&
    given.bouncer_public_key !== undefined &&
    given.encrypted_push_registration !== undefined;
  if (!hasKey && !hasToken)
    throw new AppError(
      "BAD_REQUEST",
      "Missing parameters: must provide either all push key fields, all token fields, or both.",
    );
  if (given.push_key !== undefined) checkKey(given.push_key);
  if (given.token_id !== undefined) checkTokenId(given.token_id);
}

function checkKey(text: string): void {
  const key = decoded(text);
  if (key?.length !== 1 + secretBoxKeyLength || key[0] !== secretBox)
    throw new AppError("BAD_REQUEST", "Invalid `push_key`");
}

function checkTokenId(text: string): void {
  const bytes = decoded(text);
  if (bytes === null) throw new AppError("BAD_REQUEST", "`token_id` is not Base64 encoded");
  if (bytes.length !== tokenIdLength) throw new AppError("BAD_REQUEST", "Invalid `token_id`");
}

/** Decodes standard Base64 (RFC 4648, section 4); null when it is none. */
function decoded(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : null;
}
