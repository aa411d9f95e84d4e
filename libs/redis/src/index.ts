import { Redis } from "ioredis";

export type { Redis } from "ioredis";

interface RedisOptions {
  /** Time limit of a command. */
  readonly timeoutMs: number;
  readonly onError: (error: Error) => void;
}

/**
 * Opens a connection that answers fast or not at all: commands fail at once while Redis is away, because what we keep
 * there may be lost and nobody may wait for it.
 */
export function openRedis(url: string, { onError, timeoutMs }: RedisOptions): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: timeoutMs,
    retryStrategy: () => 200,
  });
  redis.on("error", onError);
  return redis;
}
