import { Unavailable } from '#app/platform/errors.ts'

/** Lets one at a time through, in the order they asked. */
export class Turns {
  #taken = false
  readonly #waiting: Waiter[] = []

  /**
   * @param until  on the clock of `performance.now()`
   * @throws Unavailable when the turn has not come by then
   */
  take(until: number): Promise<void> {
    if (!this.#taken) {
      this.#taken = true
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const waiter = { go: resolve, timer: setTimeout(() => giveUp(), until - performance.now()) }
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        reject(new Unavailable({ retryAfterSeconds: 1, cause: 'waited too long for its turn' }))
      }
      this.#waiting.push(waiter)
    })
  }

  release(): void {
    const next = this.#waiting.shift()
    if (!next) {
      this.#taken = false
      return
    }
    clearTimeout(next.timer)
    next.go()
  }
}

interface Waiter {
  go: () => void
  timer: NodeJS.Timeout
}
