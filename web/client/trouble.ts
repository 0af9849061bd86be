import type { Text } from '@foyer/sentences'
import type { PendingVisit } from '@inertiajs/core'
import { router } from '@inertiajs/react'

import { clear, notice } from './notice.ts'

export { clear }

/** Tells someone why a visit led nowhere, and lets them try it again with all they typed. */
export function show(t: Text, error: Error, visit: PendingVisit | undefined): void {
  const canRetry = visit && error.name !== 'UnsupportedProtocolError'
  if (isUnexpected(error)) reportError(error)
  const isOffline = error.name === 'NetworkError' && !navigator.onLine
  const words = {
    tone: 'attention',
    role: 'alert',
    sentence: sentenceFor(t, error),
    ...(canRetry && { action: { label: t('Try again'), run: () => again(visit) } }),
    dismiss: t('Dismiss'),
  } as const
  notice({
    ...words,
    ...(isOffline && {
      onOnline: () => notice({ ...words, role: 'status', sentence: t('Online again.') }),
    }),
  })
}

export function offerNewVersion(t: Text): void {
  notice({
    tone: 'attention',
    role: 'status',
    sentence: t('A new version of this page is ready.'),
    action: { label: t('Reload'), run: () => location.reload() },
    dismiss: t('Dismiss'),
  })
}

/** What stands in place of a page that cannot be shown at all. What the server has already drawn stays. */
export function showFailure(t: Text, error: Error): void {
  if (isUnexpected(error)) reportError(error)
  const app = document.getElementById('app')
  if (!app || app.childElementCount > 0) return offerNewVersion(t)
  const [heading, words, link] = ['h1', 'p', 'a'].map((name) => document.createElement(name))
  if (!heading || !words || !(link instanceof HTMLAnchorElement)) return
  heading.textContent = isUnknownPage(error) ? t('Page not found') : t('This page did not open')
  words.textContent = t('The address is known, but there is nothing to show for it here.')
  link.textContent = t('Go to the start')
  link.href = '/'
  link.className = 'button'
  const main = document.createElement('main')
  main.className = 'client-failure'
  main.append(heading, words, link)
  app.append(main)
}

function sentenceFor(t: Text, error: Error): string {
  const kept = t('Nothing you typed is lost.')
  if (isUnknownPage(error)) return t('Page not found')
  switch (error.name) {
    case 'TimeoutError':
      return `${t('The server takes too long to answer.')} ${kept}`
    case 'NetworkError':
      return navigator.onLine
        ? `${t('The server cannot be reached.')} ${kept}`
        : `${t('You are offline.')} ${kept}`
    case 'UnsupportedProtocolError':
      return t('This link leads to something that cannot be opened here.')
    default:
      return `${t('The page did not open.')} ${kept}`
  }
}

function isUnknownPage(error: Error): boolean {
  return error.message === 'Page not found'
}

function isUnexpected(error: Error): boolean {
  return !('code' in error) && !isUnknownPage(error)
}

function again(visit: PendingVisit): void {
  const { url, id: _id, completed: _c, cancelled: _x, interrupted: _i, ...options } = visit
  clear()
  router.visit(url, options)
}
