import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

import {
  type OpenIdProvider,
  providerClient,
  type ProviderPerson,
  startOpenIdProvider,
} from './openid-provider.ts'
import { type TestApp, createTestApp } from './test-app.ts'
import type { TestBrowser, TestResponse } from './test-browser.ts'

export const adaThere: ProviderPerson = {
  sub: 'ada-there',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  email_verified: true,
}

const startPath = '/sign-in/example'
export const linkPath = '/user/linked-accounts/example/link'
export const ownLink = { 'sec-fetch-site': 'same-origin', accept: 'text/html' }

/** The settings of an app that offers the provider. */
export function providerSettings({ issuer }: Pick<OpenIdProvider, 'issuer'>, id = 'example') {
  const name = `PROVIDER_${id.toUpperCase()}`
  return {
    PROVIDERS: id,
    [`${name}_ISSUER`]: issuer,
    [`${name}_LABEL`]: 'Example',
    [`${name}_CLIENT_ID`]: providerClient.id,
    [`${name}_CLIENT_SECRET`]: providerClient.secret,
  }
}

/** An app and an independent provider, where Ada has an account. */
export async function appWithProvider(
  t: TestContext,
  settings: Record<string, string> = {},
  options: { usesUserInfo?: boolean } = {},
): Promise<{ foyer: TestApp; provider: OpenIdProvider }> {
  const redirectUris = ['http://localhost:3000/sign-in/example/callback']
  const provider = await startOpenIdProvider({ redirectUris, people: [adaThere], ...options })
  t.after(() => provider.close())
  const foyer = await createTestApp(t, { ...providerSettings(provider), ...settings })
  return { foyer, provider }
}

/** Follows the link on our page. @returns the provider's address */
export async function leaveForProvider(browser: TestBrowser, path = startPath): Promise<URL> {
  const response = await browser.request(path, { headers: ownLink })
  const { location = '' } = response
  assert.match(location, /^http/, `${response.status} ${response.text.slice(0, 200)}`)
  return new URL(location)
}

/**
 * Signs in at the provider, as its browser does. @returns the path and query of its answer
 *
 * @param person  the subject to choose, of several
 */
export async function signInThere(start: URL, person?: string): Promise<string> {
  const { response, url } = await lastPageThere(start, person)
  assert.notEqual(url.origin, start.origin, `${response.status} ${await response.text()}`)
  return url.pathname + url.search
}

/** Signs in at a provider that answers by a form. @returns its path and fields */
export async function signInThereByForm(start: URL) {
  const { response } = await lastPageThere(start)
  const page = await response.text()
  const action = /<form [^>]*action="([^"]*)"/.exec(page)?.[1] ?? ''
  return { path: new URL(action).pathname, fields: hiddenFields(page) }
}

export function hiddenFields(page: string): Record<string, string> {
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
  const unescape = (text: string) =>
    text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
  return Object.fromEntries(
    [...inputs].map(([, name = '', value = '']) => [
      name,
      unescape(value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')),
    ]),
  )
}

/** Follows the provider's redirects to its last page, or away from it. */
async function lastPageThere(
  start: URL,
  person?: string,
): Promise<{ response: Response; url: URL }> {
  const cookies = new Map<string, string>()
  let url = start
  for (let hops = 0; hops < 10; hops++) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(url, { headers: { cookie }, redirect: 'manual' })
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) return { response, url }
    url = new URL(location, url)
    if (person && url.pathname.startsWith('/interaction/')) url.searchParams.set('as', person)
    if (url.origin !== start.origin) return { response, url }
  }
  throw new Error('The provider redirects without end')
}

/** Signs in at the provider: follows our link, its page, and the way back. */
export async function signInByProvider(
  browser: TestBrowser,
  path = startPath,
): Promise<TestResponse> {
  return browser.open(await signInThere(await leaveForProvider(browser, path)))
}

/** The message on the page that a failed sign-in leads to. */
export async function bannerOn(browser: TestBrowser, path = '/login'): Promise<string> {
  return String((await browser.visitPath(path)).page.flash?.['banner'] ?? '')
}
