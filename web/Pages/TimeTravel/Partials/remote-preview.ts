import { http } from '@inertiajs/core'
import { usePage } from '@inertiajs/react'
import { useMemo } from 'react'

import type { Pages } from '#app/pages.ts'

import type { Position } from './loaded-events.ts'

type Props = Pages['TimeTravel/Index']
export type MomentPreview = Pick<Props, 'moment' | 'past' | 'devices' | 'photoUrls'>

const previewProps = 'moment,past,devices,photoUrls'
const requestIntervalMs = 100

/**
 * Fetches previews of moments that are not loaded during a drag: one request at a time, always for the newest moment.
 * The URL and the browser history stay unchanged.
 */
class RemotePreview {
  #nextUrl: string | null = null
  #activeRequest: AbortController | null = null
  readonly #version: string | null
  readonly #onPreview: (preview: MomentPreview) => void

  constructor(version: string | null, onPreview: (preview: MomentPreview) => void) {
    this.#version = version
    this.#onPreview = onPreview
  }

  request(url: string): void {
    this.#nextUrl = url
    if (!this.#activeRequest) void this.#requestLatest()
  }

  cancel(): void {
    this.#nextUrl = null
    this.#activeRequest?.abort()
    this.#activeRequest = null
  }

  async #requestLatest(): Promise<void> {
    const controller = (this.#activeRequest = new AbortController())
    while (this.#nextUrl !== null && !controller.signal.aborted) {
      const url = this.#nextUrl
      this.#nextUrl = null
      try {
        const { data } = await http.getClient().request({
          method: 'get',
          url,
          signal: controller.signal,
          headers: {
            Accept: 'application/json',
            'X-Inertia': 'true',
            'X-Inertia-Version': this.#version ?? '',
            'X-Inertia-Partial-Component': 'TimeTravel/Index',
            'X-Inertia-Partial-Data': previewProps,
          },
        })
        if (!controller.signal.aborted) this.#onPreview(JSON.parse(data).props)
      } catch {
        // The visit at the end of the drag reports errors.
      }
      await new Promise((resolve) => setTimeout(resolve, requestIntervalMs))
    }
    if (this.#activeRequest === controller) this.#activeRequest = null
  }
}

/** @param onPreview  must be stable */
export function useRemotePreview(
  onPreview: (move: Position & { preview: MomentPreview; isDragging: true }) => void,
) {
  const { version } = usePage()
  return useMemo(
    () =>
      new RemotePreview(version, (preview) =>
        onPreview({ ...positionOf(preview), preview, isDragging: true }),
      ),
    [version, onPreview],
  )
}

export function positionOf({ moment }: Pick<Props, 'moment'>): Position {
  return { at: Date.parse(moment.at), seq: moment.seq }
}
