/** Reads the epoch from the head. A missing log starts a new one, so that lost entries are noticed. */
const begin = `
local function begin(epoch)
  local known = redis.call('HGET', KEYS[1], 'epoch')
  if known and redis.call('EXISTS', KEYS[2]) == 1 then return known end
  if known and redis.call('HGET', KEYS[1], 'n') == '0' then return known end
  redis.call('DEL', KEYS[1], KEYS[2])
  redis.call('HSET', KEYS[1], 'epoch', epoch, 'n', 0)
  return epoch
end
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
`

const dayMs = 86_400_000

/** ARGV: topic, new epoch, count, entries, maximum length, cache time; then key, index and entry per cached one. */
export const appendScript = `${begin}
local epoch = begin(ARGV[2])
local last = redis.call('HINCRBY', KEYS[1], 'n', ARGV[3])
local first = last - ARGV[3] + 1
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[5], last .. '-0', 'first', first, 'at', now(), 'text', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ${dayMs})
redis.call('PEXPIRE', KEYS[2], ${dayMs})
for i = 7, #ARGV, 3 do redis.call('SET', ARGV[i], ARGV[i + 2], 'PX', ARGV[6]) end
redis.call('PUBLISH', ARGV[1], epoch .. ' ' .. first .. ' ' .. last .. ' ' .. ARGV[4])
return {epoch, last}
`

/** ARGV: position, new epoch. Returns the epoch, the last position and the entries after `position`. */
export const logScript = `${begin}
local epoch = begin(ARGV[2])
local time = now()
local found = {}
for _, entry in ipairs(redis.call('XRANGE', KEYS[2], (ARGV[1] + 1) .. '-0', '+')) do
  local fields = entry[2]
  local last = string.match(entry[1], '%d+')
  table.insert(found, {fields[2], last, tostring(math.max(0, time - fields[4])), fields[6]})
end
return {epoch, redis.call('HGET', KEYS[1], 'n'), found}
`

/** ARGV: the old epoch, the new one. */
export const renewScript = `
if redis.call('HGET', KEYS[1], 'epoch') == ARGV[1] then
  redis.call('DEL', KEYS[1], KEYS[2])
  redis.call('HSET', KEYS[1], 'epoch', ARGV[2], 'n', 0)
end
return 1
`
