import type { Happening } from '#hub/happening.ts'
import { signature } from '#protocol/signatures.ts'

export interface WebhookOptions {
  urls: string[]
  /** Which happenings are told; all unless given. */
  names?: Happening['name'][]
  gatherMs?: number
  /** How long "nobody is here any more" may turn out to be a page that was only loaded anew. */
  graceMs?: number
  firstPauseMs?: number
  giveUpMs?: number
}

interface Settings extends WebhookOptions {
  key: string
  secret: string
  now(): number
  failed(error: unknown): void
}

const mostAtOnce = 20
const mostWaiting = 10_000
const answerMs = 10_000
const missPauseMs = 10_000

const opposites: Partial<Record<Happening['name'], Happening['name']>> = {
  channel_occupied: 'channel_vacated',
  member_added: 'member_removed',
}

/** Tells other programs what happens here, a few things at a time, until they have it or five minutes have passed. */
export class Webhooks {
  readonly #settings: Settings & Required<WebhookOptions>
  /** What is not told yet, because its opposite may follow. */
  readonly #graces = new Map<string, NodeJS.Timeout>()
  readonly #misses = new Map<string, number>()
  readonly #stopped = new AbortController()
  #gathered: Happening[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(settings: Settings) {
    const names: Happening['name'][] = [
      'channel_occupied',
      'channel_vacated',
      'member_added',
      'member_removed',
      'client_event',
      'cache_miss',
      'subscription_count',
    ]
    const times = { gatherMs: 250, graceMs: 3000, firstPauseMs: 1000, giveUpMs: 300_000 }
    this.#settings = { names, ...times, ...settings }
  }

  happened(happening: Happening): void {
    const { name } = happening
    if (!this.#settings.names.includes(name)) return
    if (name === 'channel_vacated' || name === 'member_removed') return this.#later(happening)
    if (name === 'cache_miss' && this.#wasMissedLately(happening.channel)) return
    const opposite = opposites[name]
    if (opposite && this.#takeBack(`${opposite} ${subjectOf(happening)}`)) return
    this.#gather(happening)
  }

  close(): void {
    this.#stopped.abort()
    clearTimeout(this.#timer)
    for (const grace of this.#graces.values()) clearTimeout(grace)
  }

  #later(happening: Happening): void {
    const id = `${happening.name} ${subjectOf(happening)}`
    const tell = () => {
      this.#graces.delete(id)
      this.#gather(happening)
    }
    this.#graces.set(id, setTimeout(tell, this.#settings.graceMs).unref())
  }

  #takeBack(id: string): boolean {
    clearTimeout(this.#graces.get(id))
    return this.#graces.delete(id)
  }

  #wasMissedLately(channel: string): boolean {
    const now = performance.now()
    for (const [other, at] of this.#misses) {
      if (now - at < missPauseMs) break
      this.#misses.delete(other)
    }
    if (this.#misses.has(channel)) return true
    this.#misses.set(channel, now)
    return false
  }

  #gather(happening: Happening): void {
    if (this.#gathered.length < mostWaiting) this.#gathered.push(happening)
    if (this.#gathered.length >= mostAtOnce) this.#tell()
    else this.#timer ??= setTimeout(() => this.#tell(), this.#settings.gatherMs).unref()
  }

  #tell(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const body = JSON.stringify({
      time_ms: this.#settings.now(),
      events: this.#gathered.map(asTold),
    })
    this.#gathered = []
    for (const url of this.#settings.urls) void this.#deliver(url, body)
  }

  async #deliver(url: string, body: string): Promise<void> {
    const { key, secret, firstPauseMs, giveUpMs, failed } = this.#settings
    const headers = {
      'content-type': 'application/json',
      'x-pusher-key': key,
      'x-pusher-signature': signature(secret, body),
    }
    const end = performance.now() + giveUpMs
    for (let pauseMs = firstPauseMs; performance.now() < end; pauseMs *= 2) {
      if (await this.#post(url, headers, body)) return
      if (this.#stopped.signal.aborted) return
      await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
    }
    failed(new Error(`A webhook was not taken: ${new URL(url).host}`))
  }

  async #post(url: string, headers: Record<string, string>, body: string): Promise<boolean> {
    try {
      const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(answerMs)])
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        signal,
        redirect: 'error',
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }
}

function subjectOf(happening: Happening): string {
  return 'user_id' in happening ? `${happening.channel} ${happening.user_id}` : happening.channel
}

/** Data is told as text, as the event would carry it. */
function asTold(happening: Happening): object {
  if (happening.name !== 'client_event' || typeof happening.data === 'string') return happening
  return { ...happening, data: JSON.stringify(happening.data) }
}
