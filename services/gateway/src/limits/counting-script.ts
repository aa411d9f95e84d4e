/**
 * Counts one request against several rules at once, or (cost 0) only looks. A refused request is not counted.
 *
 * KEYS: the subject. ARGV: the cost, then window in milliseconds and maximum of each rule. Answers: allowed (1 or 0), limit,
 * remaining and milliseconds to the end of the window of the rule with the least remaining, milliseconds to wait.
 */
export const countingScript = `
local cost = tonumber(ARGV[1])
local counts, ends, wait = {}, {}, 0
for at = 2, #ARGV, 2 do
  local key = KEYS[1] .. ':' .. ARGV[at]
  local left = redis.call('PTTL', key)
  local count = 0
  if left > 0 then count = tonumber(redis.call('GET', key)) else left = tonumber(ARGV[at]) end
  counts[at], ends[at] = count, left
  if count >= tonumber(ARGV[at + 1]) and left > wait then wait = left end
end
local limit, remaining, reset = 0, -1, 0
for at = 2, #ARGV, 2 do
  local max = tonumber(ARGV[at + 1])
  local count = counts[at]
  if wait == 0 and cost > 0 then
    local key = KEYS[1] .. ':' .. ARGV[at]
    if count == 0 then redis.call('SET', key, cost, 'PX', ARGV[at]) else redis.call('INCRBY', key, cost) end
    count = count + cost
  end
  local rest = math.max(max - count, 0)
  if remaining < 0 or rest < remaining then limit, remaining, reset = max, rest, ends[at] end
end
return {wait == 0 and 1 or 0, limit, remaining, reset, wait}
`;
