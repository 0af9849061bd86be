import type { Translator } from '@foyer/i18n'
import type { PendingVisit } from '@inertiajs/core'

import { clearClientAlert, showClientAlert } from './client-alert.ts'
import { repeatVisit } from './repeat-visit.ts'

const unusableUrlErrors = new Set(['UnsupportedProtocolError', 'RouteError'])

/** Says why a visit failed, and offers to send it again with all that was typed. */
export function showVisitError(t: Translator, error: Error, visit: PendingVisit | undefined): void {
  const canRetry = visit && !unusableUrlErrors.has(error.name)
  if (isUnexpected(error)) reportError(error)
  const isOffline = error.name === 'NetworkError' && !navigator.onLine
  const options = {
    tone: 'attention',
    role: 'alert',
    message: messageFor(t, error),
    ...(canRetry && { action: { label: t('Try again'), run: () => retryVisit(visit) } }),
    dismissLabel: t('Dismiss'),
  } as const
  showClientAlert({
    ...options,
    ...(isOffline && {
      onOnline: () => showClientAlert({ ...options, role: 'status', message: t('Online again.') }),
    }),
  })
}

export function offerNewVersion(t: Translator): void {
  showClientAlert({
    tone: 'attention',
    role: 'status',
    message: t('A new version of this page is ready.'),
    action: { label: t('Reload'), run: () => location.reload() },
    dismissLabel: t('Dismiss'),
  })
}

/** Takes the place of a page that cannot be shown. A page that the server has rendered stays. */
export function showPageLoadError(t: Translator, error: Error): void {
  if (isUnexpected(error)) reportError(error)
  const app = document.getElementById('app')
  if (!app || app.childElementCount > 0) return offerNewVersion(t)
  const heading = document.createElement('h1')
  heading.textContent = isUnknownPage(error) ? t('Page not found') : t("This page didn't open")
  const paragraph = document.createElement('p')
  paragraph.textContent = t(
    "The address is right, but the page couldn't be loaded. Reload it, or start again from the front page.",
  )
  const link = document.createElement('a')
  link.textContent = t('Go to the front page')
  link.href = '/'
  link.className = 'button'
  const main = document.createElement('main')
  main.className = 'client-failure'
  main.append(heading, paragraph, link)
  app.append(main)
}

function messageFor(t: Translator, error: Error): string {
  const inputIsKept = t('Nothing you typed is lost.')
  if (isUnknownPage(error)) return t('Page not found')
  switch (error.name) {
    case 'TimeoutError':
      return `${t('The server took too long to respond.')} ${inputIsKept}`
    case 'NetworkError':
      return navigator.onLine
        ? `${t("We can't reach the server.")} ${inputIsKept}`
        : `${t("You're offline.")} ${inputIsKept}`
    case 'UnsupportedProtocolError':
    case 'RouteError':
      return t("This link can't be opened here.")
    default:
      return `${t("The page didn't open.")} ${inputIsKept}`
  }
}

function isUnknownPage(error: Error): boolean {
  return error.message === 'Page not found'
}

function isUnexpected(error: Error): boolean {
  return !('code' in error) && !isUnknownPage(error) && error.name !== 'RouteError'
}

function retryVisit(visit: PendingVisit): void {
  clearClientAlert()
  repeatVisit(visit)
}
