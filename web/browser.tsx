import './styles/app.css'
import './client/progress-bar.css'
import './client/client-alert.css'
import './client/visit-errors.css'
import './client/realtime/connection-indicator.css'
import { createInertiaApp } from '@inertiajs/react'
import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { HttpClient, keepUnsupportedUrl } from '#web/client/http-client.ts'
import { startRealtime } from '#web/client/realtime.ts'

import { announceNavigation } from './client/announce-navigation.ts'
import { discardStalePage } from './client/discard-stale-page.ts'
import { forgetOtherAccounts } from './client/document-account.ts'
import { loadPageOrReload } from './client/load-page-or-reload.ts'
import { preserveFlash } from './client/preserve-flash.ts'
import { progressOptions, startProgressBar } from './client/progress-bar.ts'
import { showPageLoadError } from './client/visit-errors.ts'
import { listenToVisits } from './client/visit-listeners.ts'
import { TranslatorProvider } from './i18n.tsx'
import { titleFormatter } from './title-formatter.ts'
import { loadTranslator } from './translations.ts'

const appName =
  document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? ''
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
const xsrfCookieName = location.protocol === 'https:' ? '__Host-XSRF-TOKEN' : 'XSRF-TOKEN'

// In a new task, so that the browser can handle input between evaluating the scripts and hydrating.
setTimeout(() => void start())

async function start(): Promise<void> {
  const t = await loadTranslator(document.documentElement.lang)
  forgetOtherAccounts()
  if (isBackForwardNavigation()) await discardStalePage()

  announceNavigation()
  listenToVisits(t, preserveFlash())
  startRealtime(t)
  startProgressBar()

  try {
    await createInertiaApp({
      resolve: loadPageOrReload,
      title: titleFormatter(appName),
      progress: progressOptions,
      // For the styles of the client's progress bar and error dialog.
      ...(nonce && { nonce }),
      http: new HttpClient({ xsrfCookieName }),
      defaults: { visitOptions: keepUnsupportedUrl },
      setup({ el, App, props }) {
        const app = (
          <TranslatorProvider value={t}>
            <App {...props} />
          </TranslatorProvider>
        )
        showApp(el, app)
      },
    })
  } catch (error) {
    showPageLoadError(t, error instanceof Error ? error : new Error(String(error)))
  }
}

function showApp(element: HTMLElement, app: ReactNode): void {
  if (!element.hasAttribute('data-server-rendered')) return createRoot(element).render(app)
  // Hydrates in pieces that leave room for input.
  startTransition(() => {
    hydrateRoot(element, app)
  })
}

function isBackForwardNavigation(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward'
}
