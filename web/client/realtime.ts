import type { Translator } from '@foyer/i18n'
import type { Page } from '@inertiajs/core'
import { router } from '@inertiajs/react'

import { channelsOf, type RealtimePage } from './realtime/channels-of.ts'
import type { RealtimeClient } from './realtime/realtime-client.ts'

const idleTimeoutMs = 1500

/** Subscribes to live updates. The client is a separate chunk, loaded for the first page with a channel, when idle. */
export function startRealtime(t: Translator): void {
  let currentPage: RealtimePage | undefined
  let client: RealtimeClient | undefined
  let isLoading = false

  const onPage = ({ detail: { page } }: { detail: { page: Page } }) => {
    if (!hasRealtimeProps(page)) return
    currentPage = page
    client?.setPage(page)
    if (isLoading || channelsOf(page).length === 0) return
    isLoading = true
    whenIdle(load)
  }
  router.on('navigate', onPage)
  router.on('success', onPage)

  async function load(): Promise<void> {
    const { RealtimeClient } = await import('./realtime/realtime-client.ts')
    // Connecting takes as long as evaluating the chunk: two short tasks instead of a long one.
    await new Promise((resolve) => setTimeout(resolve))
    if (currentPage) client = new RealtimeClient(t, currentPage)
  }
}

function whenIdle(work: () => Promise<void>): void {
  // Errors are ignored: without live updates, every visit still loads current data.
  const runIgnoringErrors = () => void work().catch(() => {})
  // Not supported by Safari.
  if ('requestIdleCallback' in globalThis)
    requestIdleCallback(runIgnoringErrors, { timeout: idleTimeoutMs })
  else setTimeout(runIgnoringErrors, idleTimeoutMs)
}

function hasRealtimeProps(page: Page): page is Page & RealtimePage {
  return 'realtime' in page.props
}
