import type { ServerResponse } from "node:http";

import { answerJson } from "./answers/write-answer.ts";

/** A dependency that takes longer than this to answer is as good as gone. */
const readyTimeoutMs = 2000;

export interface Probes {
  /** Answers GET /livez and GET /readyz; false for every other address. */
  answer(url: string | undefined, res: ServerResponse): boolean;
  /** Lets /readyz answer 503 from now on. */
  beginStop(): void;
}

/** `ready` rejects while a dependency does not answer; it is asked at every call of /readyz. */
export function createProbes(ready: () => Promise<void>): Probes {
  let stopping = false;
  const answerReady = async (res: ServerResponse) => {
    const problem = stopping ? "stopping" : await problemOf(ready);
    answerJson(res, problem === undefined ? 200 : 503, {
      body: JSON.stringify({ ready: problem === undefined, problem }),
    });
  };
  return {
    answer(url, res) {
      if (url === "/livez") answerJson(res, 200, { body: JSON.stringify({ live: true }) });
      else if (url === "/readyz") void answerReady(res);
      else return false;
      return true;
    },
    beginStop() {
      stopping = true;
    },
  };
}

async function problemOf(ready: () => Promise<void>): Promise<string | undefined> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`no answer within ${readyTimeoutMs} ms`)),
    readyTimeoutMs,
  );
  try {
    await Promise.race([ready(), late]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
  }
}
