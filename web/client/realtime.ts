import type { Translator } from '@foyer/i18n'
import type { Page } from '@inertiajs/core'
import { router } from '@inertiajs/react'

import type { SharedProps } from '#app/pages.ts'

import type { RealtimeClient } from './realtime/realtime-client.ts'

/** What listening needs to know of a page. */
export interface RealtimePage {
  component: string
  props: Pick<SharedProps, 'realtime'> & {
    /** Of what the page shows itself, beside the account: the mailbox's. */
    channel?: unknown
  }
}

const idleTimeoutMs = 1500

/** Listens for what happens elsewhere, once the page is useful: what listens is loaded apart, and nothing waits for it. */
export function startRealtime(t: Translator): void {
  let currentPage: RealtimePage | undefined
  let client: RealtimeClient | undefined

  const onPage = ({ detail: { page } }: { detail: { page: Page } }) => {
    if (!hasRealtimeProps(page)) return
    const isFirst = currentPage === undefined
    currentPage = page
    client?.setPage(page)
    if (isFirst) whenIdle(load)
  }
  router.on('navigate', onPage)
  router.on('success', onPage)

  async function load(): Promise<void> {
    const { RealtimeClient } = await import('./realtime/realtime-client.ts')
    if (currentPage) client = new RealtimeClient(t, currentPage)
  }
}

function whenIdle(work: () => Promise<void>): void {
  // What is not there is not missed: every page says the truth when it is asked for.
  const runIgnoringErrors = () => void work().catch(() => {})
  // Safari has no word for it.
  if ('requestIdleCallback' in globalThis)
    requestIdleCallback(runIgnoringErrors, { timeout: idleTimeoutMs })
  else setTimeout(runIgnoringErrors, idleTimeoutMs)
}

function hasRealtimeProps(page: Page): page is Page & RealtimePage {
  return 'realtime' in page.props
}
