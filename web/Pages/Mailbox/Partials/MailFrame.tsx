import { useEffect, useEffectEvent, useRef } from 'react'

import type { Mail } from '#app/pages.ts'
import { route } from '#web/route.ts'

/** An iframe as tall as its mail. `allow-same-origin` permits measuring it; scripts stay blocked. */
export function MailFrame({ mail }: { mail: Mail }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const resizeObserver = useRef<ResizeObserver>(null)

  function fitHeight() {
    resizeObserver.current?.disconnect()
    const content = frame.current?.contentDocument?.documentElement
    if (!content) return
    resizeObserver.current = new ResizeObserver(() => {
      if (frame.current) frame.current.style.blockSize = `${content.offsetHeight}px`
    })
    resizeObserver.current.observe(content)
  }

  // A server-rendered iframe may have loaded before hydration.
  const fitOnMount = useEffectEvent(fitHeight)
  useEffect(() => {
    fitOnMount()
    return () => resizeObserver.current?.disconnect()
  }, [])

  return (
    <iframe
      ref={frame}
      title={mail.subject}
      src={route('mailbox.html', { mail: mail.id })}
      sandbox="allow-popups allow-popups-to-escape-sandbox allow-same-origin"
      onLoad={fitHeight}
    />
  )
}
