import { AppError } from "@team-chat/errors";

import type { ProviderSilent } from "./ask-provider.ts";

/** Refuses a provider that the installation does not know. */
export function notConfigured(provider: string): AppError {
  return new AppError("BAD_REQUEST", `${provider} credentials have not been configured`);
}

/** Refuses because the provider made no call. */
export function noCall(provider: string, cause?: unknown): AppError {
  return new AppError("BAD_REQUEST", `Failed to create ${provider} call`, { cause });
}

/** Refuses because the provider could not be asked. */
export function noConnection(provider: string, { message }: ProviderSilent | Error): AppError {
  return new AppError("BAD_REQUEST", `Error connecting to the ${provider} server: ${message}`);
}

/** Refuses because the provider does not know the installation, or what it was shown. */
export function wrongProviderCredentials(provider: string): AppError {
  return new AppError("BAD_REQUEST", `Invalid ${provider} credentials`);
}

/** Refuses because the user has not let calls be made in the user's name, or not any more. */
export function noToken(provider: string): AppError {
  return new AppError("INVALID_VIDEO_CALL_PROVIDER_TOKEN", `Invalid ${provider} access token`);
}
