import { useEffect, useEffectEvent, useRef } from 'react'

import type { Mail } from '#app/pages.ts'
import { route } from '#web/route.ts'

/** As high as the mail in it, which may be measured because nothing in it runs. */
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

  // It may have been there before script was.
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
