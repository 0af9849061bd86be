import type { Happening } from '#hub/happening.ts'

import { Deliveries } from './deliveries.ts'

export interface WebhookOptions {
  urls: string[]
  /** Which happenings are told; all unless given. */
  names?: Happening['name'][]
  gatherMs?: number
  /** How long "nobody is here any more" may turn out to be a page that was only loaded anew. */
  graceMs?: number
  firstPauseMs?: number
  giveUpMs?: number
  /** Happenings that wait for one URL to take them; what comes beyond is lost, and logged. */
  mostWaiting?: number
}

interface Settings extends WebhookOptions {
  key: string
  secret: string
  now(): number
  failed(error: unknown): void
}

const missPauseMs = 10_000

const opposites: Partial<Record<Happening['name'], Happening['name']>> = {
  channel_occupied: 'channel_vacated',
  member_added: 'member_removed',
}

/** Tells other programs what happens here, a few things at a time, until they have it or five minutes have passed. */
export class Webhooks {
  readonly #settings: Settings & Required<WebhookOptions>
  readonly #deliveries: Deliveries[]
  /** What is not told yet, because its opposite may follow. */
  readonly #graces = new Map<string, NodeJS.Timeout>()
  readonly #misses = new Map<string, number>()

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
    const whole = { names, ...times, mostWaiting: 10_000, ...settings }
    this.#settings = whole
    this.#deliveries = whole.urls.map((url) => new Deliveries(url, whole))
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
    for (const deliveries of this.#deliveries) deliveries.close()
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
    for (const deliveries of this.#deliveries) deliveries.add(happening)
  }
}

function subjectOf(happening: Happening): string {
  return 'user_id' in happening ? `${happening.channel} ${happening.user_id}` : happening.channel
}
