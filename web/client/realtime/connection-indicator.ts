import type { Translator } from '@foyer/i18n'
import type Pusher from 'pusher-js'

/** On top of the time after which the client calls the server unavailable. */
const indicatorDelayMs = 10_000

/** Says so when the line has been cut for a while: not at once, since most cuts heal before anyone misses anything. */
export function showConnectionIndicator(t: Translator, { connection }: Pusher): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasConnected = false
  const indicator = document.createElement('div')
  indicator.className = 'paused-sign'
  indicator.role = 'status'
  document.body.append(indicator)

  connection.bind('state_change', ({ current }: { current: string }) => {
    if (current === 'connected') {
      wasConnected = true
      clear()
    } else if (current === 'unavailable' && wasConnected) {
      timer ??= setTimeout(
        () => (indicator.textContent = t('Live updates are paused')),
        indicatorDelayMs,
      )
    }
  })

  function clear(): void {
    clearTimeout(timer)
    timer = undefined
    indicator.textContent = ''
  }

  return () => {
    clear()
    indicator.remove()
  }
}
