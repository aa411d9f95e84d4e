import { Redis } from "ioredis";

export type { Redis } from "ioredis";

/**
 * Opens a connection that answers fast or not at all: commands fail at once while Redis is away, because what we keep there may be lost
 * and nobody may wait for it.
 */
export function openRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 250,
    retryStrategy: () => 200,
  });
  redis.on("error", onError);
  return redis;
}
