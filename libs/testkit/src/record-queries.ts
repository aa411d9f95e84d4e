import pg from "pg";

import { WatchingClient } from "./refusal-guard.ts";

interface Recording {
  /** Tells whether the current statement counts, for example by the request that is being served. */
  readonly counts: () => boolean;
  readonly work: () => Promise<unknown>;
}

/** Records the texts that this process sent to Postgres while `work` ran, each of them one round trip, in order. */
export async function recordQueries({ counts, work }: Recording): Promise<readonly string[]> {
  const texts: string[] = [];
  const client = pg.Client.prototype as { query: (...given: readonly unknown[]) => unknown };
  const { query } = client;
  client.query = function recorded(this: unknown, ...given) {
    if (!(this instanceof WatchingClient) && counts()) texts.push(textOf(given[0]));
    return Reflect.apply(query, this, given);
  };
  try {
    await work();
  } finally {
    client.query = query;
  }
  return texts;
}

function textOf(query: unknown): string {
  if (typeof query === "string") return query;
  const { text } = query as { readonly text?: unknown };
  return typeof text === "string" ? text : "";
}
