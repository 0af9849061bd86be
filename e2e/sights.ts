import assert from 'node:assert/strict'

import type { BrowserContext, Page } from 'playwright-core'

import { beginTwoFactor, turnOnTwoFactor } from './authenticator-app.ts'
import { plugIn } from './authenticator.ts'
import { breakRecord } from './broken-record.ts'
import { type Foyer, open, type Visitor } from './foyer.ts'
import { join, type Person, post, someone } from './people.ts'

export interface Tour extends Visitor {
  foyer: Foyer
  person: Person
}

let tourists = 0

/** Each comes from a network of their own, as in life, and so runs into no limit that another used up. */
export async function tourist(foyer: Foyer, visitor: Visitor): Promise<Tour> {
  tourists++
  const address = `198.18.${tourists >> 8}.${tourists & 255}`
  await visitor.context.setExtraHTTPHeaders({ 'x-forwarded-for': address })
  return { ...visitor, foyer, person: someone() }
}

/**
 * Every page, and every state of one that looks different. Each is reached without reading a word, so that it can be
 * looked at in any language.
 */
export const sights: Record<string, (tour: Tour) => Promise<void>> = {
  Welcome: ({ page }) => open(page, '/'),
  'Auth/Login': ({ page }) => open(page, '/login'),
  'Auth/Login, after a session ended': async ({ page, context, foyer }) => {
    await context.addCookies([{ name: 'foyer', value: 'ended', url: foyer.origin }])
    await open(page, '/login')
  },
  'Auth/Login, refused': async ({ page }) => {
    await open(page, '/login')
    await page.locator('[name=email]').fill('nobody@example.com')
    await page.locator('[name=password]').fill('a guess')
    await submit(page)
    await page.locator('.field-error').first().waitFor()
  },
  'Auth/Register': ({ page }) => open(page, '/register'),
  'Auth/Register, refused': async ({ page }) => {
    await open(page, '/register')
    await page.locator('[name=password]').fill('password1234')
    await page.locator('.meter').waitFor()
    await submit(page)
    await page.locator('.summary').waitFor()
  },
  'Auth/VerifyEmail, sent': async (tour) => {
    await registered(tour)
    await open(tour.page, '/email/verify')
  },
  'Auth/VerifyEmail, to confirm': async (tour) => {
    await registered(tour)
    await open(tour.page, await linkTo(tour, /\/email\/\S+/))
  },
  'Auth/VerifyEmail, refused': async (tour) => {
    await registered(tour)
    const link = await linkTo(tour, /\/email\/\S+/)
    const kept = await tour.context.cookies()
    await tour.context.clearCookies({ name: 'foyer-guest' })
    assert.notDeepEqual(await tour.context.cookies(), kept)
    await open(tour.page, link)
    await tour.page.locator('[name=password]').fill('a guess')
    await submit(tour.page)
    await tour.page.locator('.field-error').waitFor()
  },
  'Auth/ForgotPassword': ({ page }) => open(page, '/forgot-password'),
  'Auth/ForgotPassword, sent': async (tour) => {
    await open(tour.page, '/forgot-password')
    await tour.page.locator('[name=email]').fill(tour.person.email)
    await submit(tour.page)
    await tour.page.locator('.notice').waitFor()
  },
  'Auth/ResetPassword': async (tour) => {
    await join(tour.foyer, tour.context, tour.person)
    await signedOut(tour)
    await post(tour.context, '/forgot-password', { email: tour.person.email })
    await open(tour.page, await linkTo(tour, /\/reset-password\/\S+/))
  },
  'Auth/ResetPassword, dead link': async (tour) => {
    const id = '01234567-89ab-7def-8123-456789abcdef'
    await open(tour.page, `/reset-password/${id}.${'x'.repeat(43)}`)
    forgive(tour, 410)
  },
  'Auth/ConfirmPassword': async (tour) => {
    await join(tour.foyer, tour.context, tour.person)
    await open(tour.page, '/user/confirm-password')
  },
  'Auth/ConfirmPassword, refused': async (tour) => {
    await sights['Auth/ConfirmPassword']?.(tour)
    await tour.page.locator('[name=password]').fill('a guess')
    await submit(tour.page)
    await tour.page.locator('.field-error').waitFor()
    forgive(tour, 422)
  },
  'Auth/SecondFactor': async (tour) => {
    await join(tour.foyer, tour.context, tour.person)
    await open(tour.page, '/user/second-factor')
  },
  'Dashboard, confirmed': async (tour) => {
    await join(tour.foyer, tour.context, tour.person)
    await post(tour.context, '/user/confirm-password', { password: tour.person.password })
    await open(tour.page, '/dashboard')
    await tour.page.locator('.bar-confirmed > button').click()
    await tour.page.locator('.menu:popover-open').waitFor()
  },
  'Profile/Show, asked to confirm': async (tour) => {
    await join(tour.foyer, tour.context, tour.person)
    await open(tour.page, '/user/profile')
    await tour.page.locator('#address [name=email]').fill('new@example.com')
    await tour.page.locator('#address [name=email]').press('Enter')
    await tour.page.locator('dialog [name=password]').waitFor()
  },
  'Profile/Show, with a passkey': async ({ page, context, foyer, person }) => {
    await plugIn(context, page)
    await join(foyer, context, person)
    await post(context, '/user/confirm-password', { password: person.password })
    await open(page, '/user/profile')
    await page.locator('#passkeys button').last().click()
    await page.locator('#passkeys tbody tr').waitFor()
  },
  'Profile/Show, removing a passkey': async (tour) => {
    await sights['Profile/Show, with a passkey']?.(tour)
    await tour.page.locator('#passkeys td:last-child button').click()
    await tour.page.locator('dialog[open]').waitFor()
  },
  'Profile/Show, renaming a passkey': async (tour) => {
    await sights['Profile/Show, with a passkey']?.(tour)
    await tour.page.locator('#passkeys td .icon-button').click()
    await tour.page.locator('#passkeys [name=name]').waitFor()
  },
  'Profile/Show, setting two-factor up': async ({ page, context, foyer, person }) => {
    await join(foyer, context, person)
    await beginTwoFactor(context, person)
    await open(page, '/user/profile#two-factor')
  },
  'Profile/Show, new recovery codes': async ({ page, context, foyer, person }) => {
    await join(foyer, context, person)
    await turnOnTwoFactor(context, person)
    await open(page, '/user/profile#two-factor')
  },
  'Auth/TwoFactorChallenge': async ({ page, context, foyer, person }) => {
    await join(foyer, context, person)
    await turnOnTwoFactor(context, person)
    await signedOut({ context })
    await post(context, '/login', person)
    await open(page, '/two-factor-challenge')
  },
  'Auth/TwoFactorChallenge, refused': async (tour) => {
    await sights['Auth/TwoFactorChallenge']?.(tour)
    await tour.page.locator('[name=code]').fill('000000')
    await tour.page.locator('.field-error').waitFor()
  },
  'Auth/TwoFactorChallenge, a recovery code': async (tour) => {
    await sights['Auth/TwoFactorChallenge']?.(tour)
    await open(tour.page, '/two-factor-challenge?by=recovery-code')
  },
  TermsOfService: ({ page }) => open(page, '/terms-of-service'),
  PrivacyPolicy: ({ page }) => open(page, '/privacy-policy'),
  Mailbox: async (tour) => {
    await registered(tour)
    await tour.foyer.mailTo(tour.person.email)
    await atHome(tour.context)
    await open(tour.page, '/mailbox')
  },
  'Mailbox, a mail': async (tour) => {
    await registered(tour)
    const { id } = await tour.foyer.mailTo(tour.person.email)
    await atHome(tour.context)
    await open(tour.page, `/mailbox/${id}`)
  },
  'Error, not found': async (tour) => {
    await open(tour.page, '/nowhere')
    forgive(tour, 404)
  },
  'Error, gone': async (tour) => {
    const id = '01234567-89ab-7def-8123-456789abcdef'
    await open(tour.page, `/email/verify/${id}/${'x'.repeat(43)}`)
    forgive(tour, 410)
  },
  Dashboard: async (tour) => {
    await join(tour.foyer, tour.context, tour.person)
    await open(tour.page, '/dashboard')
    await tour.page.locator('#lately tbody tr').first().waitFor()
  },
  'Dashboard, menu open': async (tour) => {
    await sights['Dashboard']?.(tour)
    await tour.page.locator('.bar-account').click()
    await tour.page.locator('.menu:popover-open').waitFor()
  },
  'Profile/Show': async (tour) => {
    await join(tour.foyer, tour.context, tour.person)
    await open(tour.page, '/user/profile')
  },
  'Profile/Show, two devices': async ({ page, context, foyer, person }) => {
    await join(foyer, context, person)
    await signedOut({ context })
    await post(context, '/login', person)
    await open(page, '/user/profile#sessions')
  },
  'Profile/Show, an address waits': async (tour) => {
    await changing(tour)
    await open(tour.page, '/user/profile#address')
  },
  'Auth/EmailChange, to confirm': async (tour) => {
    const next = await changing(tour)
    await open(tour.page, await tour.foyer.linkTo(next, /\/email-change\/\S+/))
  },
  'Auth/EmailChange, to undo': async (tour) => {
    const next = await changing(tour)
    const link = await tour.foyer.linkTo(next, /\/email-change\/\S+/)
    await post(tour.context, link, {})
    const undo = /\/email-change\/\S+\/undo/
    await open(tour.page, await linkTo(tour, undo))
  },
  'Auth/NotMe, to confirm': async (tour) => {
    await changing(tour)
    await open(tour.page, await linkTo(tour, /\/not-me\/\S+/))
  },
  'Auth/NotMe, done': async (tour) => {
    await sights['Auth/NotMe, to confirm']?.(tour)
    await submit(tour.page)
    await tour.page.locator('main form').waitFor({ state: 'detached' })
  },
  'Mailbox, a template': async ({ page, context }) => {
    await atHome(context)
    await open(page, '/mailbox/sample-newDeviceNotice')
  },
  'Profile/Show, refused': async (tour) => {
    await sights['Profile/Show']?.(tour)
    await tour.page.locator('#information [name=name]').fill('www.example.com')
    await tour.page.locator('#information [name=timezone]').fill('nowhere')
    await tour.page.locator('#information .form-actions [type=submit]').last().click()
    await tour.page.locator('.summary').waitFor()
  },
  'Profile/Show, a photo to crop': async (tour) => {
    await sights['Profile/Show']?.(tour)
    await tour.page.locator('.photo-input').setInputFiles({
      name: 'photo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="300" height="400" fill="#264653"/></svg>',
      ),
    })
    await tour.page.locator('.crop-stage').waitFor()
  },
  'TimeTravel/Index': async (tour) => {
    await join(tour.foyer, tour.context, tour.person)
    await open(tour.page, '/time-travel')
    await tour.page.locator('.seal progress[data-done]').waitFor({ state: 'attached' })
  },
  'TimeTravel/Index, the past': async (tour) => {
    await join(tour.foyer, tour.context, tour.person)
    await post(tour.context, '/user/profile-information?_method=put', { name: 'Ada King' })
    await open(tour.page, '/time-travel?event=1')
    await tour.page.locator('.event-detail').waitFor()
    await tour.page.locator('.restore > .button').click()
    await tour.page.locator('dialog:popover-open').waitFor()
  },
  'TimeTravel/Index, nothing of that kind': async (tour) => {
    await join(tour.foyer, tour.context, tour.person)
    await open(tour.page, '/time-travel?at=1969-07-20T20:17:00Z&type=token')
    await tour.page.locator('.days > .empty').waitFor()
  },
  'TimeTravel/Index, not me': async (tour) => {
    const { page, context, foyer, person } = tour
    await join(foyer, context, person)
    await signedOut({ context })
    await post(context, '/login', person)
    await open(page, '/time-travel?event=2')
    await page.locator('.not-me > summary').click()
    await page.locator('.not-me li').first().waitFor()
  },
  'TimeTravel/Index, a broken seal': async (tour) => {
    await join(tour.foyer, tour.context, tour.person)
    breakRecord(tour.foyer, tour.person)
    await open(tour.page, '/time-travel')
    await tour.page.locator('.seal[data-broken]').waitFor()
  },
  'API/Index, empty': async (tour) => {
    await join(tour.foyer, tour.context, tour.person)
    await open(tour.page, '/user/api-tokens')
  },
  'API/Index, a new token': async (tour) => {
    await withToken(tour)
    await open(tour.page, '/user/api-tokens')
    await tour.page.locator('dialog[open] .snippet').waitFor()
  },
  'API/Index, editing': async (tour) => {
    await withToken(tour)
    await tour.context.request.get('/user/api-tokens')
    await open(tour.page, '/user/api-tokens')
    await tour.page.locator('.token-actions .link-button').first().click()
    await tour.page.locator('dialog:popover-open').waitFor()
  },
  'Auth/Leaving': async (tour) => {
    const { email: confirmation, password } = tour.person
    await join(tour.foyer, tour.context, tour.person)
    await post(tour.context, '/user?_method=delete', { confirmation, password })
    await open(tour.page, '/user/leaving')
  },
  'Auth/Leaving, by mail': async (tour) => {
    await sights['Auth/Leaving']?.(tour)
    const link = await linkTo(tour, /\/account-return\/\S+/)
    await signedOut(tour)
    await open(tour.page, link)
  },
  'Welcome, signed in': async (tour) => {
    await join(tour.foyer, tour.context, tour.person)
    await open(tour.page, '/')
  },
}

/** The mailbox is shown to nobody but the machine it is on. */
async function atHome(context: BrowserContext): Promise<void> {
  await context.setExtraHTTPHeaders({})
}

/** Forgets who was here, but not which language they read. */
async function signedOut({ context }: Pick<Tour, 'context'>): Promise<void> {
  await context.clearCookies({ name: /^(?!locale$)/ })
}

async function registered({ context, person }: Tour): Promise<void> {
  await post(context, '/register', { ...person, terms: true })
}

async function withToken({ foyer, context, person }: Tour): Promise<void> {
  await join(foyer, context, person)
  await post(context, '/user/confirm-password', { password: person.password })
  await post(context, '/user/api-tokens', {
    name: 'Backup script',
    permissions: ['read', 'update'],
    networks: '192.0.2.0/24',
  })
}

/** Ada wants another address. @returns which */
async function changing({ foyer, context, person }: Tour): Promise<string> {
  await join(foyer, context, person)
  await post(context, '/user/confirm-password', { password: person.password })
  const next = someone().email
  await post(context, '/user/email-change', { email: next })
  return next
}

function linkTo({ foyer, person }: Tour, path: RegExp): Promise<string> {
  return foyer.linkTo(person.email, path)
}

async function submit(page: Page): Promise<void> {
  await page.locator('main form button[type=submit]').first().click()
}

/** The browser notes a document of that status on its console, however right it is. */
function forgive({ complaints }: Tour, status: number): void {
  const expected = complaints.findIndex((it) => it.includes(`status of ${status}`))
  complaints.splice(expected, expected < 0 ? 0 : 1)
}
