import type { Translator } from '@foyer/i18n'
import type Pusher from 'pusher-js'

/** Waits this long in addition to unavailableTimeout (socket.ts). */
const indicatorDelayMs = 10_000

/** Shows that live updates are paused, after a delay, since most disconnects are short. @returns removes the indicator */
export function showConnectionIndicator(t: Translator, { connection }: Pusher): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasConnected = false
  const indicator = document.createElement('div')
  indicator.className = 'connection-indicator'
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
