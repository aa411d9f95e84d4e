import type { Redis } from "@team-chat/redis";

import type { Verdict } from "./rules.ts";

/** A request that is to be counted. */
export interface Ask {
  /** Names its subject in Redis. */
  readonly key: string;
}

type WithScript = Redis & {
  countRequests(keys: number, ...args: readonly (string | number)[]): Promise<number[]>;
};

/**
 * Counts requests of several subjects, each against the same rules, or (cost 0) only looks. A refused request is not
 * counted, and begins no window.
 *
 * KEYS: the subject of each request, in order. ARGV: the cost of each, then of each rule the window in milliseconds and
 * the maximum. Answers for each request, one after the other: allowed (1 or 0); limit, remaining and milliseconds to
 * the end of the window of the rule with the least remaining, or, when the request is refused, of the rule that refuses
 * it for longest.
 */
const text = `
local cost, answers, size = tonumber(ARGV[1]), {}, 0
local windows, maxima, names, before, ends = {}, {}, {}, {}, {}
local rules = (#ARGV - 1) / 2
for rule = 1, rules do windows[rule], maxima[rule] = ARGV[2 * rule], tonumber(ARGV[2 * rule + 1]) end
for _, subject in ipairs(KEYS) do
  local wait = 0
  for rule = 1, rules do
    local name, count = subject .. ':' .. windows[rule], 0
    if cost > 0 then count = redis.call('INCRBY', name, cost) - cost else count = tonumber(redis.call('GET', name) or 0) end
    local left = redis.call('PTTL', name)
    if left < 0 then
      left = tonumber(windows[rule])
      if cost > 0 then redis.call('PEXPIRE', name, left) end
    end
    names[rule], before[rule], ends[rule] = name, count, left
    if count >= maxima[rule] and left > wait then wait = left end
  end
  local counted = wait == 0 and cost or 0
  local limit, remaining, reset = 0, -1, -1
  for rule = 1, rules do
    if counted < cost then
      if before[rule] == 0 then redis.call('DEL', names[rule]) else redis.call('DECRBY', names[rule], cost) end
    end
    local rest = math.max(maxima[rule] - before[rule] - counted, 0)
    local isCloser = remaining < 0 or rest < remaining
    if wait > 0 then isCloser = before[rule] >= maxima[rule] and ends[rule] > reset end
    if isCloser then limit, remaining, reset = maxima[rule], rest, ends[rule] end
  end
  answers[size + 1], answers[size + 2], answers[size + 3] = wait == 0 and 1 or 0, limit, remaining
  answers[size + 4] = reset
  size = size + 4
end
return answers
`;

/** Numbers that the script returns for each request. */
const answerLength = 4;

/** Runs the script that counts requests in Redis. */
export class CountingScript {
  readonly #redis: WithScript;
  readonly #now: () => number;

  constructor(redis: Redis, now: () => number) {
    redis.defineCommand("countRequests", { lua: text });
    this.#redis = redis as WithScript;
    this.#now = now;
  }

  /** Returns what becomes of each request; `args` are those of the script. Rejects when Redis does not answer. */
  async count(asks: readonly Ask[], args: readonly number[]): Promise<ReadonlyMap<Ask, Verdict>> {
    const keys = asks.map(({ key }) => key);
    const answers = await this.#redis.countRequests(keys.length, ...keys, ...args);
    const atMs = this.#now();
    return new Map(
      asks.map((ask, index) => [ask, { ...verdictAt(answers, index * answerLength), atMs }]),
    );
  }
}

function verdictAt(answers: readonly number[], at: number): Omit<Verdict, "atMs"> {
  return {
    allowed: answers[at] !== 0,
    limit: answers[at + 1] ?? 0,
    remaining: answers[at + 2] ?? 0,
    resetMs: answers[at + 3] ?? 0,
  };
}
