import { features } from '#app/features.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import { profileFieldNames } from '#app/profile-fields.ts'

import { createCli } from './cli.ts'
import { addPasskey } from './passkey-flows.ts'
import { existingId, names, pickFrom } from './random-values.ts'
import { ada, type AuthenticatorApp as App, startTwoFactorSetup } from './signed-in-accounts.ts'
import type { TestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'
import { days, hours, minutes } from './test-clock.ts'
import { testFeatures } from './test-features.ts'
import { onePixelPng, uploadPhoto } from './upload-photo.ts'
import { VirtualAuthenticator } from './virtual-authenticator.ts'

/** An account under random actions, with the credentials its owner knows. */
export interface TestWorld {
  foyer: TestApp
  browsers: TestBrowser[]
  email: string
  password: string
  authenticatorApp: App | null
  recoveryCodes: string[]
}

/** An action of a user, whether the app allows it or not. @param pick  selects a variant, from 0 */
export type Action = (world: TestWorld, browser: TestBrowser, pick: number) => Promise<unknown>

const timezones = ['Asia/Tokyo', 'Europe/London', '', 'America/New_York']
const addresses = ['ada@example.com', 'ADA@example.com', 'king@example.com', 'byron@example.com']
const passwords = [
  ada.password,
  'a second row of engines',
  'a third row of engines',
  'a fourth row',
]
const waitDurations = [minutes, 20 * minutes, 3 * hours, 8 * days]

export const minorActions: Record<string, Action> = {
  rename: (_, browser, pick) =>
    browser.visit('user-profile-information.update', {
      name: pickFrom(names, pick),
      timezone: pickFrom(timezones, pick),
    }),
  changeLocale: (_, browser, pick) =>
    browser.visit('user-profile-information.update', {
      name: 'Ada',
      locale: pickFrom(['de', ''], pick),
    }),
  photograph: (_, browser) => uploadPhoto(browser, onePixelPng),
  'take the photo away': (_, browser) => browser.visit('current-user-photo.destroy'),
  'sign in': signIn,
  confirm: ({ password }, browser) => browser.visit('password.confirm.store', { password }),
  'ask for another address': (_, browser, pick) =>
    browser.visit('email-change.store', { email: pickFrom(addresses, pick) }),
  'ask for the mail again': (_, browser) => browser.visit('email-change.send'),
  'withdraw the address': (_, browser) => browser.visit('email-change.destroy'),
  'make new recovery codes': replaceRecoveryCodes,
  'add a passkey': (_, browser) =>
    addPasskey(browser, new VirtualAuthenticator()).catch(() => null),
  'rename a passkey': async (world, browser, pick) =>
    browser.json(`/user/passkeys/${await existingPasskey(world, pick)}`, {
      method: 'PUT',
      body: { name: pickFrom(names, pick) },
    }),
  'remove a passkey': async (world, browser, pick) =>
    browser.json(`/user/passkeys/${await existingPasskey(world, pick)}`, {
      method: 'DELETE',
    }),
  'bring the profile back': restoreProfile,
  ...Object.fromEntries(
    testFeatures.flatMap((feature) => Object.entries(feature.randomActions ?? {})),
  ),
}

/** Actions that end sessions or links, or revoke access altogether. */
export const majorActions: Record<string, Action> = {
  'sign out': (_, browser) => browser.visit('logout'),
  'guess a password': ({ foyer, email }) =>
    foyer.browser().visit('login.store', { email, password: 'guessing' }),
  'confirm no more': (_, browser) => browser.visit('password.confirmation.destroy'),
  'end the others': (_, browser) => browser.visit('other-browser-sessions.destroy'),
  'follow the newest mail': openRecentMailLink,
  'change the password': changePassword,
  'ask for a new password': ({ foyer, email }) =>
    foyer.browser().visit('password.email', { email }),
  'turn two-factor on': enableTwoFactor,
  'turn two-factor off': (_, browser) => browser.visit('two-factor.disable'),
  leave: ({ email, password }, browser) =>
    browser.visit('current-user.destroy', { password, confirmation: email }),
  'come back': (_, browser) => browser.visit('account-leaving.return'),
  'say it was someone else': (_, browser, pick) =>
    browser.json(`/time-travel/${pick + 5}/not-me`, { method: 'POST', body: {} }),
  'tidy up': ({ foyer }) => pruneExpired(foyer.app.database, foyer.clock.now(), features),
  wait: async ({ foyer }, _, pick) => foyer.clock.advance(pickFrom(waitDurations, pick) ?? 0),
  'be locked out': lockAndUnlockAccount,
}

/** Signs in and confirms the password, as far as the app allows. */
export async function ensureSignedIn(world: TestWorld, browser: TestBrowser): Promise<void> {
  const { foyer, password } = world
  const { status } = await browser.json('/user/confirmed-password-status')
  if (status === 401) await signIn(world, browser, 1)
  const { leaves_at } = await foyer.db
    .selectFrom('users')
    .select('leaves_at')
    .executeTakeFirstOrThrow()
  if (leaves_at !== null) await browser.visit('account-leaving.return')
  const { confirmed } = (await browser.json('/user/confirmed-password-status')).raw.json()
  if (!confirmed) await browser.visit('password.confirm.store', { password })
}

async function lockAndUnlockAccount({ foyer, email }: TestWorld): Promise<void> {
  const command = createCli(foyer)
  await command('user:lock', email, '--yes')
  await command('user:unlock', email)
}

async function signIn(world: TestWorld, browser: TestBrowser, pick: number): Promise<void> {
  const { email, password, recoveryCodes } = world
  const { location } = await browser.visit('login.store', {
    email,
    password,
    remember: pick % 2 === 0,
  })
  if (location !== '/two-factor-challenge') return
  const app = world.authenticatorApp
  const [recoveryCode] = pick % 2 === 0 || !app ? recoveryCodes.splice(0, 1) : []
  const step = Math.floor(browser.now / 30_000)
  const code = app?.codeAt((step + (pick % 2)) * 30_000)
  await browser.visit(
    'two-factor.login.store',
    recoveryCode ? { recovery_code: recoveryCode } : { code, trust_device: pick % 3 === 0 },
  )
}

/** Opens one of the newest mails' links and submits its form: verifies or undoes an address, or reports a takeover. */
async function openRecentMailLink(
  { foyer }: TestWorld,
  browser: TestBrowser,
  pick: number,
): Promise<void> {
  const links = (await foyer.mails())
    .slice(0, 3)
    .flatMap(({ text }) => text.match(/https?:\/\/\S+\/(?:email-change|not-me)\/\S+/) ?? [])
  const link = pickFrom(links, pick)
  if (!link) return
  await browser.visitPath(new URL(link).pathname, { method: 'POST', body: {} })
}

async function changePassword(world: TestWorld, browser: TestBrowser, pick: number): Promise<void> {
  const password = pickFrom(passwords, pick) ?? ''
  const body = { current_password: world.password, password, password_confirmation: password }
  const { status } = await browser.json('/user/password', { method: 'PUT', body })
  if (status === 200) world.password = password
}

async function enableTwoFactor(world: TestWorld, browser: TestBrowser): Promise<void> {
  const app = await startTwoFactorSetup(browser).catch(() => null)
  if (!app?.secret) return
  const body = { code: app.nextCode() }
  const path = '/user/confirmed-two-factor-authentication'
  const { status, raw: response } = await browser.json(path, { method: 'POST', body })
  if (status !== 200) return
  world.authenticatorApp = app
  // An app beside a key brings no recovery codes.
  world.recoveryCodes = response.json().recovery_codes ?? world.recoveryCodes
}

async function replaceRecoveryCodes(world: TestWorld, browser: TestBrowser): Promise<void> {
  const path = '/user/two-factor-recovery-codes'
  const { status, raw } = await browser.json(path, { method: 'POST', body: {} })
  if (status !== 200) return
  const { id, recovery_codes } = raw.json()
  const confirmedPath = '/user/confirmed-two-factor-recovery-codes'
  const confirmed = await browser.json(confirmedPath, { method: 'POST', body: { id } })
  if (confirmed.status === 200) world.recoveryCodes = recovery_codes
}

async function restoreProfile(
  { foyer }: TestWorld,
  browser: TestBrowser,
  pick: number,
): Promise<unknown> {
  const current = await foyer.db
    .selectFrom('users')
    .select([...profileFieldNames, 'photo_id as photo'])
    .executeTakeFirstOrThrow()
  const fields = [...profileFieldNames, 'photo'].slice(0, 1 + (pick % 4))
  return browser.json('/time-travel/restore', {
    method: 'POST',
    body: { ...current, fields, event: pick * 3 + 2 },
  })
}

async function existingPasskey({ foyer }: TestWorld, pick: number): Promise<string> {
  const passkeys = foyer.db.selectFrom('passkeys').select('id').orderBy('id')
  return existingId(await passkeys.execute(), pick)
}
