import type { NotificationRow } from '#app/pages.ts'

import type { TestBrowser } from './test-browser.ts'

/** The first page of notifications, and the number on the bell. */
export async function readNotifications(
  browser: TestBrowser,
): Promise<{ rows: NotificationRow[]; unread: number }> {
  const { props } = (await browser.visit('notifications.index')).page
  return {
    rows: Object(props['notifications']).rows,
    unread: Number(props['unreadNotifications']),
  }
}

export const titlesOf = async (browser: TestBrowser) =>
  (await readNotifications(browser)).rows.map(({ title }) => title)

/** The list of the notification menu, which a page reads when it opens. */
export async function readMenu(browser: TestBrowser): Promise<unknown> {
  const { page } = await browser.visitPath('/dashboard', {
    headers: {
      'x-inertia-partial-component': 'Dashboard',
      'x-inertia-partial-data': 'newestNotifications',
    },
  })
  return page.props['newestNotifications']
}

export const markRead = (browser: TestBrowser, id: string) =>
  browser.json('/notifications/read', { method: 'PUT', body: { id } })
