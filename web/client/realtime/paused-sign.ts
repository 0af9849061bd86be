import type { Text } from '@foyer/sentences'
import type Pusher from 'pusher-js'

/** On top of the time after which the client calls the server unavailable. */
const calmMs = 10_000

/** Says so when the line has been cut for a while: not at once, since most cuts heal before anyone misses anything. */
export function pausedSign(text: Text, { connection }: Pusher): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasConnected = false
  const sign = document.createElement('div')
  sign.className = 'paused-sign'
  sign.role = 'status'
  document.body.append(sign)

  connection.bind('state_change', ({ current }: { current: string }) => {
    if (current === 'connected') {
      wasConnected = true
      clear()
    } else if (current === 'unavailable' && wasConnected) {
      timer ??= setTimeout(() => (sign.textContent = text('Live updates are paused')), calmMs)
    }
  })

  function clear(): void {
    clearTimeout(timer)
    timer = undefined
    sign.textContent = ''
  }

  return () => {
    clear()
    sign.remove()
  }
}
