import type { TakeoverResponse } from '#app/time-travel/pages.ts'

import type { TestApp } from './test-app.ts'
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

/** The path in the first mail to the address that has one; empty without such a mail. */
export async function linkInMailTo(
  foyer: TestApp,
  address: string,
  pattern = /\/email-change\/\S+/,
): Promise<string> {
  const mails = await foyer.mails()
  const mail = mails.find(({ to, text }) => to === address && pattern.test(text))
  return mail?.text.match(pattern)?.[0] ?? ''
}

/** The path of "This wasn't me" in the mail about a sign-in on a new device. */
export async function notMeLink(
  foyer: TestApp,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const phone = foyer.browser()
  phone.userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
  await phone.visit('login.store', { email, password })
  return linkInMailTo(foyer, email, /\/not-me\/\S+/)
}
