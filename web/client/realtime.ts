import type { Text } from '@foyer/sentences'
import type { Page } from '@inertiajs/core'
import { router } from '@inertiajs/react'

import type { SharedProps } from '#app/pages.ts'

import type { Listener } from './realtime/listener.ts'

/** What listening needs to know of a page. */
export interface ShownPage {
  component: string
  props: Pick<SharedProps, 'realtime'> & {
    /** Of what the page shows itself, beside the account: the mailbox's. */
    channel?: unknown
  }
}

const afterMs = 1500

/** Listens for what happens elsewhere, once the page is useful: what listens is loaded apart, and nothing waits for it. */
export function followChanges(text: Text): void {
  let shown: ShownPage | undefined
  let listener: Listener | undefined

  const show = ({ detail: { page } }: { detail: { page: Page } }) => {
    if (!isOurs(page)) return
    const isFirst = shown === undefined
    shown = page
    listener?.follow(page)
    if (isFirst) whenIdle(load)
  }
  router.on('navigate', show)
  router.on('success', show)

  async function load(): Promise<void> {
    const { Listener } = await import('./realtime/listener.ts')
    if (shown) listener = new Listener(text, shown)
  }
}

function whenIdle(work: () => Promise<void>): void {
  // What is not there is not missed: every page says the truth when it is asked for.
  const quietly = () => void work().catch(() => {})
  // Safari has no word for it.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(quietly, { timeout: afterMs })
  else setTimeout(quietly, afterMs)
}

function isOurs(page: Page): page is Page & ShownPage {
  return 'realtime' in page.props
}
