import { Unavailable } from '#app/platform/errors.ts'

/** A fair lock: waiters acquire it in the order of their calls. */
export class Mutex {
  #isLocked = false
  readonly #waiters: Waiter[] = []

  /**
   * @param deadline  in terms of `performance.now()`
   * @throws Unavailable when the lock is not acquired by then
   */
  acquire(deadline: number): Promise<void> {
    if (!this.#isLocked) {
      this.#isLocked = true
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const waiter = {
        grant: resolve,
        timer: setTimeout(() => onTimeout(), deadline - performance.now()),
      }
      const onTimeout = () => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1)
        reject(new Unavailable({ retryAfterSeconds: 1, cause: 'timed out waiting for the mutex' }))
      }
      this.#waiters.push(waiter)
    })
  }

  /**
   * Releases it once requests that have arrived are processed: each write flushes the disk and holds the event loop meanwhile. The first
   * immediate ends this turn of the loop, the second follows a look at the sockets.
   */
  releaseAfterLoopTurn(): void {
    setImmediate(() => setImmediate(() => this.release()))
  }

  release(): void {
    const next = this.#waiters.shift()
    if (!next) {
      this.#isLocked = false
      return
    }
    clearTimeout(next.timer)
    next.grant()
  }
}

interface Waiter {
  grant: () => void
  timer: NodeJS.Timeout
}
