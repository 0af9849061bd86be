import type { NotMeAnswer } from '#app/pages.ts'

import type { Browser } from './browser.ts'

/** What the page says is to do about an event, once it is asked. */
export async function answerOf(browser: Browser, event: number): Promise<NotMeAnswer | null> {
  const { page } = await browser.send(`/time-travel?event=${event}`, {
    headers: {
      'x-inertia-partial-component': 'TimeTravel/Index',
      'x-inertia-partial-data': 'notMe',
    },
  })
  return Object(page.props)['notMe']
}

export const disown = (browser: Browser, event: number) =>
  browser.json(`/time-travel/${event}/not-me`, { method: 'POST', body: {} })
