import { certificateRefusal } from "@team-chat/errors";
import { Redis } from "ioredis";

export type { Redis } from "ioredis";

interface RedisOptions {
  /** Time limit of a command. */
  readonly timeoutMs: number;
  /** Told of every error of the connection; of a `RedisRefusal` at every try. */
  readonly onError: (error: Error) => void;
  /** `user:password`; none when left out. */
  readonly credentials?: string | undefined;
}

/** Redis does not take the credentials, or its certificate is not taken; the message says what to do. */
export class RedisRefusal extends Error {
  override readonly name = "RedisRefusal";
}

/**
 * Opens a connection that answers fast or not at all: commands fail at once while Redis is away, because what we keep
 * there may be lost and nobody may wait for it.
 */
export function openRedis(url: string, { credentials, onError, timeoutMs }: RedisOptions): Redis {
  const [username = "", ...password] = credentials?.split(":") ?? [];
  const redis = new Redis(url, {
    ...(credentials === undefined ? {} : { username, password: password.join(":") }),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: timeoutMs,
    retryStrategy: () => 200,
  });
  redis.on("error", (error: Error) => {
    onError(refusalOf(error, url) ?? error);
  });
  return redis;
}

/** Finds out whether an error is a refusal, which trying again does not change; null for any other. */
function refusalOf(error: Error, url: string): RedisRefusal | null {
  const server = `Redis at ${url}`;
  const certificate = certificateRefusal(error, { server, variable: "REDIS_URL" });
  if (certificate !== null) return new RedisRefusal(certificate.message, { cause: error });
  if (!/WRONGPASS|NOAUTH|NOPERM/.test(error.message)) return null;
  return new RedisRefusal(
    `${server} refuses the credentials: set REDIS_CREDENTIALS to the user:password that the server has for us (docs/subsystems/secrets.md#redis).`,
    { cause: error },
  );
}
