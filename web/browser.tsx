import './styles/app.css'
import './client/client.css'
import { createInertiaApp } from '@inertiajs/react'

import { textIn } from '#web/catalogue.ts'
import { HttpClient } from '#web/client/http-client.ts'
import { keepFlash } from '#web/client/kept-flash.ts'
import { listen } from '#web/client/listen.ts'
import { loadPage } from '#web/client/load-page.ts'
import { announceVisits } from '#web/client/navigation.ts'
import { progressBar } from '#web/client/progress-bar.ts'
import { showProgress } from '#web/client/progress.ts'
import { followChanges } from '#web/client/realtime.ts'
import { TextProvider } from '#web/text.tsx'
import { titled } from '#web/title.ts'

const appName =
  document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? ''
const xsrfCookieName = location.protocol === 'https:' ? '__Host-XSRF-TOKEN' : 'XSRF-TOKEN'

void start()

async function start(): Promise<void> {
  const text = await textIn(document.documentElement.lang)
  if (cameBack()) await (await import('#web/client/stale-history.ts')).forgetStalePage()

  announceVisits()
  keepFlash()
  listen(text)
  followChanges(text)
  showProgress(progressBar(text('Loading')))

  try {
    await createInertiaApp({
      resolve: loadPage,
      title: titled(appName),
      progress: false,
      http: new HttpClient({ xsrfCookieName }),
      withApp: (app) => <TextProvider value={text}>{app}</TextProvider>,
    })
  } catch (error) {
    const { showFailure } = await import('#web/client/trouble.ts')
    showFailure(text, error instanceof Error ? error : new Error(String(error)))
  }
}

function cameBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward'
}
