import type { RequestOrigin } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'

import type { ActiveApiToken } from './find-active-api-token.ts'
import { useStorageIntervalMs } from './limits.ts'
import { storeTokenUses, type TokenUses } from './store-token-uses.ts'

/**
 * Counts the uses of API tokens in memory and stores them about once a minute for each token, so that a busy token costs no
 * write per request. A process that crashes loses at most the counts of its last minute.
 */
export function tokenUseCounter(db: Db, onError: (error: unknown) => void) {
  const pending = new Map<string, TokenUses>()
  const storing = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  async function store(tokenId: string): Promise<void> {
    const uses = pending.get(tokenId)
    if (!uses || storing.has(tokenId)) return
    pending.delete(tokenId)
    storing.add(tokenId)
    await storeTokenUses(db, tokenId, uses).catch(onError)
    storing.delete(tokenId)
    if (pending.has(tokenId)) storeLater()
  }

  function storeLater(): void {
    timer ??= setTimeout(() => void storeAll(), useStorageIntervalMs).unref()
  }

  async function storeAll(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    // Not the map itself, to which requests add meanwhile.
    const tokenIds = [...pending.keys()]
    for (const tokenId of tokenIds) await store(tokenId)
  }

  return {
    /** Adds one use, and stores the token's uses if none were stored within the interval. */
    async count({ token_id, last_used_at }: ActiveApiToken, origin: RequestOrigin): Promise<void> {
      const { programs = new Map<string, number>(), total = 0 } = pending.get(token_id) ?? {}
      const userAgent = origin.userAgent ?? ''
      programs.set(userAgent, (programs.get(userAgent) ?? 0) + 1)
      pending.set(token_id, { programs, total: total + 1, at: origin.now, ip: origin.ip })
      const isRecent = last_used_at !== null && origin.now - last_used_at < useStorageIntervalMs
      if (!isRecent) await store(token_id)
      if (pending.size > 0) storeLater()
    },
    storeAll,
  }
}
