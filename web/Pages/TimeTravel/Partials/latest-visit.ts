import type { CancelToken, VisitOptions } from '@inertiajs/core'
import { router } from '@inertiajs/react'
import { useEffect, useMemo } from 'react'

/** One visit at a time, of many that are begun: the last one wins, and the others are taken back. */
export class LatestVisit {
  #token: CancelToken | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  get isRunning(): boolean {
    return this.#token !== null
  }

  cancel(): void {
    clearTimeout(this.#timer)
    this.#token?.cancel()
    this.#token = null
  }

  /** @param onEnd  not called for a visit that another one took the place of */
  start(url: string, options: VisitOptions, onEnd: () => void): void {
    this.cancel()
    router.visit(url, {
      ...options,
      onCancelToken: (token) => (this.#token = token),
      onFinish: ({ cancelled, interrupted }) => {
        this.#token = null
        if (!cancelled && !interrupted) onEnd()
      },
    })
  }

  /** Once nothing has been begun for a moment. */
  startDebounced(start: () => void): void {
    this.cancel()
    this.#timer = setTimeout(start, debounceMs)
  }
}

const debounceMs = 400

export function useLatestVisit(): LatestVisit {
  const visit = useMemo(() => new LatestVisit(), [])
  useEffect(() => () => visit.cancel(), [visit])
  return visit
}
