import type { TakeoverResponse } from '#app/pages.ts'

import type { TestBrowser } from './test-browser.ts'

/** Loads the optional `takeover` prop for an event. */
export async function fetchTakeoverResponse(
  browser: TestBrowser,
  event: number,
): Promise<TakeoverResponse | null> {
  const { page } = await browser.visitPath(`/time-travel?event=${event}`, {
    headers: {
      'x-inertia-partial-component': 'TimeTravel/Index',
      'x-inertia-partial-data': 'takeover',
    },
  })
  return Object(page.props)['takeover']
}

export const postTakeoverReport = (browser: TestBrowser, event: number) =>
  browser.json(`/time-travel/${event}/not-me`, { method: 'POST', body: {} })
