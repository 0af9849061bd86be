import type { TestContext } from 'node:test'

import { Authenticator, type Lies } from '#testing/authenticator.ts'
import type { Answer, Browser } from '#testing/browser.ts'
import { adaAtHome, confirmPassword } from '#testing/people.ts'

/** The options of a ceremony, as the page's script asks for them. */
export async function options(browser: Browser, ceremony: keyof typeof asks) {
  const answer = await browser.json(asks[ceremony])
  return answer.response.json().options
}

const asks = {
  login: '/passkeys/login/options',
  confirm: '/passkeys/confirm/options',
  registration: '/user/passkeys/options',
} as const

/** The whole ceremony: options, authenticator, answer. */
export async function addPasskey(
  browser: Browser,
  key: Authenticator,
  lies?: Lies,
  name?: string,
): Promise<Answer> {
  const credential = key.create(await options(browser, 'registration'), lies)
  return browser.json('/user/passkeys', { method: 'POST', body: { credential, name } })
}

export async function signInWith(
  browser: Browser,
  key: Authenticator,
  lies?: Lies,
): Promise<Answer> {
  const credential = key.get(await options(browser, 'login'), lies)
  return answerLogin(browser, credential)
}

export function answerLogin(browser: Browser, credential: unknown): Promise<Answer> {
  return browser.json('/passkeys/login', { method: 'POST', body: { credential } })
}

export async function confirmWith(
  browser: Browser,
  key: Authenticator,
  lies?: Lies,
): Promise<Answer> {
  const credential = key.get(await options(browser, 'confirm'), lies)
  return answerConfirm(browser, credential)
}

export function answerConfirm(browser: Browser, credential: unknown): Promise<Answer> {
  return browser.json('/passkeys/confirm', { method: 'POST', body: { credential } })
}

/** Ada at home with a security key that opens her account. */
export async function adaWithPasskey(t: TestContext, key = new Authenticator()) {
  const { foyer, laptop } = await adaAtHome(t)
  await confirmPassword(laptop)
  const added = await addPasskey(laptop, key)
  if (added.status !== 200) throw new Error(added.text)
  const id: string = added.response.json().id
  return { foyer, laptop, key, id }
}

/** The sentence under a field of a refusal. */
export function said(answer: Answer, field = 'credential'): string | undefined {
  return answer.response.json().errors?.[field]?.[0]
}
