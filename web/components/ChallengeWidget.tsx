import { useEffect, useRef } from 'react'

interface WidgetApi {
  render(element: HTMLElement, options: { sitekey: string }): void
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

/** The widget of a service, which adds its answer to the form around it. */
export function ChallengeWidget({
  kind,
  siteKey,
}: {
  kind: keyof typeof scripts
  siteKey: string
}) {
  const element = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const render = () =>
      element.current && window[kind]?.render(element.current, { sitekey: siteKey })
    if (window[kind]) return void render()
    const script = document.createElement('script')
    script.src = scripts[kind]
    script.addEventListener('load', render)
    document.head.append(script)
    return () => script.removeEventListener('load', render)
  }, [kind, siteKey])

  return <div ref={element} />
}
