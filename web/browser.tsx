import './styles/app.css'
import './client/client.css'
import { createInertiaApp } from '@inertiajs/react'

import { HttpClient } from '#web/client/http-client.ts'
import { createProgressBar } from '#web/client/progress-bar.ts'
import { startRealtime } from '#web/client/realtime.ts'

import { announceNavigation } from './client/announce-navigation.ts'
import { loadPageOrReload } from './client/load-page-or-reload.ts'
import { preserveFlash } from './client/preserve-flash.ts'
import { showProgress } from './client/show-progress.ts'
import { listenToVisits } from './client/visit-listeners.ts'
import { TranslatorProvider } from './i18n.tsx'
import { titleFormatter } from './title-formatter.ts'
import { loadTranslator } from './translations.ts'

const appName =
  document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? ''
const xsrfCookieName = location.protocol === 'https:' ? '__Host-XSRF-TOKEN' : 'XSRF-TOKEN'

void start()

async function start(): Promise<void> {
  const t = await loadTranslator(document.documentElement.lang)
  if (isBackForwardNavigation())
    await (await import('#web/client/discard-stale-page.ts')).discardStalePage()

  announceNavigation()
  preserveFlash()
  listenToVisits(t)
  startRealtime(t)
  showProgress(createProgressBar(t('Loading')))

  try {
    await createInertiaApp({
      resolve: loadPageOrReload,
      title: titleFormatter(appName),
      progress: false,
      http: new HttpClient({ xsrfCookieName }),
      withApp: (app) => <TranslatorProvider value={t}>{app}</TranslatorProvider>,
    })
  } catch (error) {
    const { showPageLoadError } = await import('#web/client/visit-errors.ts')
    showPageLoadError(t, error instanceof Error ? error : new Error(String(error)))
  }
}

function isBackForwardNavigation(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward'
}
