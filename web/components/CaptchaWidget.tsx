import { useEffect, useRef } from 'react'

import { useFormContext } from './form-context.ts'

interface WidgetApi {
  /** Returns the id of the widget. */
  render(element: HTMLElement, options: { sitekey: string }): string
  reset(id: string): void
}

declare global {
  interface Window {
    turnstile?: WidgetApi
    hcaptcha?: WidgetApi
  }
}

const scripts = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit',
}

/** The widget of a service, which adds its answer to the form around it. An answer counts once, so a form that stays gets another. */
export function CaptchaWidget({ kind, siteKey }: { kind: keyof typeof scripts; siteKey: string }) {
  const { busy } = useFormContext()
  const element = useRef<HTMLDivElement>(null)
  const widget = useRef<string>(undefined)
  const wasSent = useRef(false)

  useEffect(() => {
    if (wasSent.current && !busy && widget.current) window[kind]?.reset(widget.current)
    wasSent.current = busy
  }, [busy, kind])

  useEffect(() => {
    const render = () => {
      if (element.current)
        widget.current = window[kind]?.render(element.current, { sitekey: siteKey })
    }
    if (window[kind]) return render()
    const script = document.createElement('script')
    script.src = scripts[kind]
    script.addEventListener('load', render)
    document.head.append(script)
    return () => script.removeEventListener('load', render)
  }, [kind, siteKey])

  return <div ref={element} />
}
