import type { CancelToken, VisitOptions } from '@inertiajs/core'
import { router } from '@inertiajs/react'
import { useEffect, useMemo } from 'react'

/** Runs one visit at a time: starting another cancels the previous one. */
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

  /** @param onEnd  not called if another visit replaced this one */
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
