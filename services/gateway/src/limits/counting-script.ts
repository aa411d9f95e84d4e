/**
 * Counts requests, each against several rules at once, or (cost 0) only looks. A refused request is not counted.
 *
 * KEYS: the subject of each request, in order. ARGV: for each request the cost, how many rules follow, and of each of them the window in milliseconds and
 * the maximum. Answers for each request, one after the other: allowed (1 or 0), limit, remaining and milliseconds to the end of the window of the rule with
 * the least remaining, milliseconds to wait.
 */
export const countingScript = `
local answers, at = {}, 1
for request = 1, #KEYS do
  local cost, first = tonumber(ARGV[at]), at + 2
  local last = first + 2 * tonumber(ARGV[at + 1]) - 1
  local counts, ends, wait = {}, {}, 0
  for rule = first, last, 2 do
    local key = KEYS[request] .. ':' .. ARGV[rule]
    local left = redis.call('PTTL', key)
    local count = 0
    if left > 0 then count = tonumber(redis.call('GET', key)) else left = tonumber(ARGV[rule]) end
    counts[rule], ends[rule] = count, left
    if count >= tonumber(ARGV[rule + 1]) and left > wait then wait = left end
  end
  local limit, remaining, reset = 0, -1, 0
  for rule = first, last, 2 do
    local max = tonumber(ARGV[rule + 1])
    local count = counts[rule]
    if wait == 0 and cost > 0 then
      local key = KEYS[request] .. ':' .. ARGV[rule]
      if count == 0 then redis.call('SET', key, cost, 'PX', ARGV[rule]) else redis.call('INCRBY', key, cost) end
      count = count + cost
    end
    local rest = math.max(max - count, 0)
    if remaining < 0 or rest < remaining then limit, remaining, reset = max, rest, ends[rule] end
  end
  for _, value in ipairs({wait == 0 and 1 or 0, limit, remaining, reset, wait}) do answers[#answers + 1] = value end
  at = last + 1
end
return answers
`;
