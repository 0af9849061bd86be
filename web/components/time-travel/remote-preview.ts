import { http } from '@inertiajs/core'
import { usePage } from '@inertiajs/react'
import { useMemo } from 'react'

import type { SelectedMoment } from '#app/time-travel/pages.ts'

import type { Position } from './loaded-events.ts'

/** A page, and the props of the preview, separated by commas. */
interface PreviewRequest {
  component: string
  props: string
}

const requestIntervalMs = 100

/**
 * Fetches previews of moments that are not loaded during a drag: one request at a time, always for the newest moment.
 * The URL and the browser history stay unchanged.
 */
class RemotePreview<Preview> {
  #nextUrl: string | null = null
  #activeRequest: AbortController | null = null
  readonly #version: string | null
  readonly #request: PreviewRequest
  readonly #onPreview: (preview: Preview) => void

  constructor(
    version: string | null,
    request: PreviewRequest,
    onPreview: (preview: Preview) => void,
  ) {
    this.#version = version
    this.#request = request
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
            'X-Inertia-Partial-Component': this.#request.component,
            'X-Inertia-Partial-Data': this.#request.props,
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

/** Both parameters must be stable. */
export function useRemotePreview<Preview extends { moment: SelectedMoment }>(
  request: PreviewRequest,
  onPreview: (move: Position & { preview: Preview; isDragging: true }) => void,
) {
  const { version } = usePage()
  return useMemo(
    () =>
      new RemotePreview<Preview>(version, request, (preview) =>
        onPreview({ ...positionOf(preview), preview, isDragging: true }),
      ),
    [version, request, onPreview],
  )
}

export function positionOf({ moment }: { moment: SelectedMoment }): Position {
  return { at: Date.parse(moment.at), seq: moment.seq }
}
