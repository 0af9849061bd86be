import type { Happening } from '#hub/happening.ts'
import { signature } from '#protocol/signatures.ts'

interface Settings {
  key: string
  secret: string
  gatherMs: number
  firstPauseMs: number
  giveUpMs: number
  mostWaiting: number
  now(): number
  failed(error: unknown): void
}

interface Waiting {
  happening: Happening
  since: number
}

const mostAtOnce = 20
const longestPauseMs = 60_000
const answerMs = 10_000

/** What one program is told: in order, a few things at a time, until it has them or they are too old. */
export class Deliveries {
  readonly #url: string
  readonly #settings: Settings
  readonly #stopped = new AbortController()
  /** Those that are on their way among them. */
  #waiting: Waiting[] = []
  #lost = 0
  #timer: NodeJS.Timeout | undefined
  #isBusy = false

  constructor(url: string, settings: Settings) {
    this.#url = url
    this.#settings = settings
  }

  add(happening: Happening): void {
    if (this.#waiting.length >= this.#settings.mostWaiting) return void this.#lost++
    this.#waiting.push({ happening, since: performance.now() })
    if (this.#isBusy) return
    if (this.#waiting.length >= mostAtOnce) void this.#work()
    else this.#timer ??= setTimeout(() => this.#work(), this.#settings.gatherMs).unref()
  }

  close(): void {
    this.#stopped.abort()
    clearTimeout(this.#timer)
  }

  async #work(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isBusy = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, mostAtOnce)
      const isTaken = await this.#deliver(batch)
      if (this.#stopped.signal.aborted) return
      if (isTaken) this.#waiting.splice(0, batch.length)
      else this.#giveUpOld()
      this.#tellLoss()
    }
    this.#isBusy = false
  }

  async #deliver(batch: Waiting[]): Promise<boolean> {
    const events = batch.map(({ happening }) => asTold(happening))
    const body = JSON.stringify({ time_ms: this.#settings.now(), events })
    const isOld = () => batch.every((each) => this.#isTooOld(each))
    for (let pauseMs = this.#settings.firstPauseMs; ; pauseMs *= 2) {
      if (await this.#post(body)) return true
      if (this.#stopped.signal.aborted || isOld()) return false
      const waitMs = Math.min(pauseMs, longestPauseMs)
      await new Promise((resolve) => setTimeout(resolve, waitMs).unref())
    }
  }

  async #post(body: string): Promise<boolean> {
    const { key, secret } = this.#settings
    const headers = {
      'content-type': 'application/json',
      'x-pusher-key': key,
      'x-pusher-signature': signature(secret, body),
    }
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(answerMs)])
    const asking = { method: 'POST', headers, body, signal, redirect: 'error' } as const
    try {
      const response = await fetch(this.#url, asking)
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }

  #isTooOld({ since }: Waiting): boolean {
    return performance.now() - since > this.#settings.giveUpMs
  }

  #giveUpOld(): void {
    const before = this.#waiting.length
    this.#waiting = this.#waiting.filter((each) => !this.#isTooOld(each))
    this.#lost += before - this.#waiting.length
  }

  #tellLoss(): void {
    if (this.#lost === 0) return
    const { host } = new URL(this.#url)
    this.#settings.failed(new Error(`A webhook was not told of ${this.#lost} happenings: ${host}`))
    this.#lost = 0
  }
}

/** Data is told as text, as the event would carry it. */
function asTold(happening: Happening): object {
  if (happening.name !== 'client_event' || typeof happening.data === 'string') return happening
  return { ...happening, data: JSON.stringify(happening.data) }
}
