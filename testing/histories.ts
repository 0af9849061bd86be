import { prune } from '#app/platform/prune.ts'
import { Authenticator } from '#testing/authenticator.ts'
import type { Browser } from '#testing/browser.ts'
import { addPasskey } from '#testing/ceremonies.ts'
import { operatorOf } from '#testing/operator.ts'
import { ada, type Authenticator as App, beginTwoFactor } from '#testing/people.ts'
import type { Product } from '#testing/product.ts'
import { days, hours, minutes } from '#testing/test-clock.ts'
import { upload } from '#testing/upload.ts'

/** An account to which anything may happen, and what its owner knows by heart. */
export interface World {
  foyer: Product
  browsers: Browser[]
  email: string
  password: string
  app: App | null
  recoveryCodes: string[]
}

/** One thing someone does with the product, whether it lets them or not. @param pick  what of several, from 0 */
type Act = (world: World, browser: Browser, pick: number) => Promise<unknown>

const names = ['Ada', 'Ada King', 'Countess', 'A. L.']
const zones = ['Asia/Tokyo', 'Europe/London', '', 'America/New_York']
const addresses = ['ada@example.com', 'ADA@example.com', 'king@example.com', 'byron@example.com']
const passwords = [
  ada.password,
  'a second row of engines',
  'a third row of engines',
  'a fourth row',
]
const waits = [minutes, 20 * minutes, 3 * hours, 8 * days]
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const of = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length]

/** What changes one thing. */
export const smallActs: Record<string, Act> = {
  rename: (_, browser, pick) =>
    browser.visit('user-profile-information.update', {
      name: of(names, pick),
      timezone: of(zones, pick),
    }),
  speak: (_, browser, pick) =>
    browser.visit('user-profile-information.update', { name: 'Ada', locale: of(['de', ''], pick) }),
  photograph: (_, browser) => upload(browser, dot),
  'take the photo away': (_, browser) => browser.visit('current-user-photo.destroy'),
  'sign in': signIn,
  confirm: ({ password }, browser) => browser.visit('password.confirm.store', { password }),
  'ask for another address': (_, browser, pick) =>
    browser.visit('email-change.store', { email: of(addresses, pick) }),
  'ask for the mail again': (_, browser) => browser.visit('email-change.send'),
  'withdraw the address': (_, browser) => browser.visit('email-change.destroy'),
  'make new recovery codes': (_, browser) => browser.visit('two-factor.regenerate-recovery-codes'),
  'add a passkey': (_, browser) => addPasskey(browser, new Authenticator()).catch(() => null),
  'rename a passkey': async (world, browser, pick) =>
    browser.json(`/user/passkeys/${await anyId(world, 'passkeys', pick)}`, {
      method: 'PUT',
      body: { name: of(names, pick) },
    }),
  'remove a passkey': async (world, browser, pick) =>
    browser.json(`/user/passkeys/${await anyId(world, 'passkeys', pick)}`, { method: 'DELETE' }),
  'make a token': (_, browser, pick) =>
    browser.visit('api-tokens.store', {
      name: of(names, pick),
      permissions: ['read'],
      expiry: of(['7', 'never', '30'], pick),
    }),
  'change a token': async (world, browser, pick) =>
    browser.json(`/user/api-tokens/${await anyId(world, 'api_tokens', pick)}`, {
      method: 'PUT',
      body: { name: of(names, pick), permissions: ['read', 'delete'], networks: '192.0.2.0/24' },
    }),
  'rotate a token': async (world, browser, pick) =>
    browser.json(`/user/api-tokens/${await anyId(world, 'api_tokens', pick)}/rotation`, {
      method: 'POST',
      body: {},
    }),
  'revoke a token': async (world, browser, pick) =>
    browser.json(`/user/api-tokens/${await anyId(world, 'api_tokens', pick)}`, {
      method: 'DELETE',
    }),
  'bring the profile back': bringBack,
}

/** After which much is over: sessions, links, sometimes the whole way in. */
export const greatActs: Record<string, Act> = {
  'sign out': (_, browser) => browser.visit('logout'),
  'guess a password': ({ foyer, email }) =>
    foyer.browser().visit('login.store', { email, password: 'guessing' }),
  'confirm no more': (_, browser) => browser.visit('password.confirmation.destroy'),
  'end the others': (_, browser) => browser.visit('other-browser-sessions.destroy'),
  'follow the newest mail': followMail,
  'change the password': changePassword,
  'ask for a new password': ({ foyer, email }) =>
    foyer.browser().visit('password.email', { email }),
  'turn two-factor on': turnOn,
  'turn two-factor off': (_, browser) => browser.visit('two-factor.disable'),
  leave: ({ email, password }, browser) =>
    browser.visit('current-user.destroy', { password, confirmation: email }),
  'come back': (_, browser) => browser.visit('account-leaving.return'),
  'say it was someone else': (_, browser, pick) =>
    browser.json(`/time-travel/${pick + 5}/not-me`, { method: 'POST', body: {} }),
  'tidy up': ({ foyer }) => prune(foyer.app.database, foyer.clock.now()),
  wait: async ({ foyer }, _, pick) => foyer.clock.advance(of(waits, pick) ?? 0),
  'be locked out': lockOut,
}

/** Signed in, and shown to be the owner, as far as the product lets them. */
export async function comeIn(world: World, browser: Browser): Promise<void> {
  const { foyer, password } = world
  const { status } = await browser.json('/user/confirmed-password-status')
  if (status === 401) await signIn(world, browser, 1)
  const { leaves_at } = await foyer.db
    .selectFrom('users')
    .select('leaves_at')
    .executeTakeFirstOrThrow()
  if (leaves_at !== null) await browser.visit('account-leaving.return')
  const { confirmed } = (await browser.json('/user/confirmed-password-status')).response.json()
  if (!confirmed) await browser.visit('password.confirm.store', { password })
}

async function lockOut({ foyer, email }: World): Promise<void> {
  const command = operatorOf(foyer)
  await command('user:lock', email, '--yes')
  await command('user:unlock', email)
}

async function signIn(world: World, browser: Browser, pick: number): Promise<void> {
  const { email, password, recoveryCodes } = world
  const { to } = await browser.visit('login.store', { email, password, remember: pick % 2 === 0 })
  if (to !== '/two-factor-challenge' || !world.app) return
  const [used] = pick % 2 === 0 ? recoveryCodes.splice(0, 1) : []
  const step = Math.floor(browser.now / 30_000)
  const code = world.app.codeAt((step + (pick % 2)) * 30_000)
  await browser.visit('two-factor.login.store', used ? { recovery_code: used } : { code })
}

/** Presses the button behind whichever link came last: an address is proved, or taken back, or the account is closed. */
async function followMail({ foyer }: World, browser: Browser, pick: number): Promise<void> {
  const links = (await foyer.mails())
    .slice(0, 3)
    .flatMap(({ text }) => text.match(/https?:\/\/\S+\/(?:email-change|not-me)\/\S+/) ?? [])
  const link = of(links, pick)
  if (!link) return
  await browser.send(new URL(link).pathname, { method: 'POST', body: {} })
}

async function changePassword(world: World, browser: Browser, pick: number): Promise<void> {
  const password = of(passwords, pick) ?? ''
  const body = { current_password: world.password, password, password_confirmation: password }
  const { status } = await browser.json('/user/password', { method: 'PUT', body })
  if (status === 200) world.password = password
}

async function turnOn(world: World, browser: Browser): Promise<void> {
  const app = await beginTwoFactor(browser).catch(() => null)
  if (!app?.secret) return
  const body = { code: app.code() }
  const path = '/user/confirmed-two-factor-authentication'
  const { status, response } = await browser.json(path, { method: 'POST', body })
  if (status !== 200) return
  world.app = app
  world.recoveryCodes = response.json().recovery_codes
}

async function bringBack({ foyer }: World, browser: Browser, pick: number): Promise<unknown> {
  const seen = await foyer.db
    .selectFrom('users')
    .select(['name', 'locale', 'timezone', 'photo_id as photo'])
    .executeTakeFirstOrThrow()
  const fields = ['name', 'locale', 'timezone', 'photo'].slice(0, 1 + (pick % 4))
  return browser.json('/time-travel/restore', {
    method: 'POST',
    body: { ...seen, fields, event: pick * 3 + 2 },
  })
}

async function anyId({ foyer }: World, table: 'passkeys' | 'api_tokens', pick: number) {
  const rows = await foyer.db.selectFrom(table).select('id').orderBy('id').execute()
  return of(rows, pick)?.id ?? '01234567-89ab-7def-8123-456789abcdef'
}
