import assert from 'node:assert/strict'

import type { Page } from 'playwright-core'

import { createAccount, type Person, postForm, newPerson } from './account-steps.ts'
import { startTwoFactorSetup, enableTwoFactor } from './authenticator-app.ts'
import { addAuthenticator, plugInSecurityKey } from './browser-authenticator.ts'
import { browserFeatures } from './features.ts'
import { tamperWithEventLog } from './tamper-with-event-log.ts'
import { type TestServer, openPage, useLocalAddress, type Visitor } from './test-server.ts'

export interface TestUser extends Visitor {
  foyer: TestServer
  person: Person
}

export function createTestUser(foyer: TestServer, visitor: Visitor): TestUser {
  return { ...visitor, foyer, person: newPerson() }
}

/** Every page in every state that looks different, found without visible text. all-page-states.ts adds those of other settings. */
export const pageStates: Record<string, (user: TestUser) => Promise<void>> = {
  Welcome: ({ page }) => openPage(page, '/'),
  'Auth/Login': ({ page }) => openPage(page, '/login'),
  'Auth/Login, after a session ended': async ({ page, context, foyer }) => {
    await context.addCookies([{ name: 'foyer', value: 'ended', url: foyer.origin }])
    await openPage(page, '/login')
  },
  'Auth/Login, the password': async ({ page, person }) => {
    await openPage(page, '/login')
    await page.locator('[name=email]').fill(person.email)
    await submitMainForm(page)
    await page.locator('[name=password]').waitFor()
  },
  'Auth/Login, rejected': async ({ page }) => {
    await openPage(page, '/login?step=password')
    await page.locator('[name=email]').fill('nobody@example.com')
    await page.locator('[name=password]').fill('a guess')
    await submitMainForm(page)
    await page.locator('.field-error').first().waitFor()
  },
  'Auth/Register': ({ page }) => openPage(page, '/register'),
  'Auth/Register, rejected': async ({ page }) => {
    await openPage(page, '/register')
    await page.locator('[name=password]').fill('password1234')
    await page.locator('.password-strength').waitFor()
    await submitMainForm(page)
    await page.locator('.field-error').first().waitFor()
  },
  'Auth/VerifyEmail, sent': async (user) => {
    await submitRegistration(user)
    await openPage(user.page, '/email/verify')
  },
  'Auth/VerifyEmail, to confirm': async (user) => {
    await submitRegistration(user)
    await openPage(user.page, await waitForLink(user, /\/email\/\S+/))
  },
  'Auth/VerifyEmail, rejected': async (user) => {
    await submitRegistration(user)
    const link = await waitForLink(user, /\/email\/\S+/)
    const cookiesBefore = await user.context.cookies()
    await user.context.clearCookies({ name: 'foyer-guest' })
    assert.notDeepEqual(await user.context.cookies(), cookiesBefore)
    await openPage(user.page, link)
    await user.page.locator('[name=password]').fill('a guess')
    await submitMainForm(user.page)
    await user.page.locator('.field-error').waitFor()
  },
  'Auth/ForgotPassword': ({ page }) => openPage(page, '/forgot-password'),
  'Auth/ForgotPassword, sent': async (user) => {
    await openPage(user.page, '/forgot-password')
    await user.page.locator('[name=email]').fill(user.person.email)
    await submitMainForm(user.page)
    await user.page.locator('.alert').waitFor()
  },
  'Auth/ResetPassword': async (user) => {
    await createAccount(user.foyer, user.context, user.person)
    await clearSession(user)
    await postForm(user.context, '/forgot-password', { email: user.person.email })
    await openPage(user.page, await waitForLink(user, /\/reset-password\/\S+/))
  },
  'Auth/ResetPassword, invalid link': async (user) => {
    const id = '01234567-89ab-7def-8123-456789abcdef'
    await openPage(user.page, `/reset-password/${id}.${'x'.repeat(43)}`)
    ignoreStatusError(user, 410)
  },
  'Auth/ConfirmPassword': async (user) => {
    await createAccount(user.foyer, user.context, user.person)
    await openPage(user.page, '/user/confirm-password')
  },
  'Auth/ConfirmPassword, rejected': async (user) => {
    await pageStates['Auth/ConfirmPassword']?.(user)
    await user.page.locator('[name=password]').fill('a guess')
    await submitMainForm(user.page)
    await user.page.locator('.field-error').waitFor()
    ignoreStatusError(user, 422)
  },
  'Auth/SecondFactor': async (user) => {
    await createAccount(user.foyer, user.context, user.person)
    await openPage(user.page, '/user/second-factor')
  },
  'Profile/Show, confirmed': async (user) => {
    await createAccount(user.foyer, user.context, user.person)
    await postForm(user.context, '/user/confirm-password', { password: user.person.password })
    await openPage(user.page, '/user/profile')
    await user.page.locator('.confirmation-badge > button').click()
    await user.page.locator('.menu:popover-open').waitFor()
  },
  'Profile/Show, confirmation dialog': async (user) => {
    await createAccount(user.foyer, user.context, user.person)
    await openPage(user.page, '/user/profile#address')
    await user.page.locator('#address [name=email]').fill('new@example.com')
    await user.page.locator('#address [name=email]').press('Enter')
    await user.page.locator('dialog [name=password]').waitFor()
  },
  'Profile/Show, with a passkey': async ({ page, context, foyer, person }) => {
    await addAuthenticator(context, page)
    await createAccount(foyer, context, person)
    await postForm(context, '/user/confirm-password', { password: person.password })
    await openPage(page, '/user/profile/security')
    await page.locator('#passkeys button').first().click()
    await page.locator('#passkeys .item-list > li').waitFor()
    await page.locator('#two-factor summary').click()
  },
  'Profile/Show, with a security key': async ({ page, context, foyer, person }) => {
    await plugInSecurityKey(context, page)
    await createAccount(foyer, context, person)
    await postForm(context, '/user/confirm-password', { password: person.password })
    await openPage(page, '/user/profile/security#two-factor')
    await page.locator('#passkeys button').last().click()
    await page.locator('#passkeys .item-list > li').waitFor()
  },
  'Profile/Show, several second factors': async (user) => {
    await pageStates['Profile/Show, with a security key']?.(user)
    await enableTwoFactor(user.context, user.person)
    await openPage(user.page, '/user/profile/security#two-factor')
    await openPage(user.page, '/user/profile/security#two-factor')
  },
  'Auth/SecondFactor, with a security key': async (user) => {
    await pageStates['Profile/Show, with a security key']?.(user)
    await openPage(user.page, '/user/second-factor')
  },
  'Auth/TwoFactorChallenge, a security key': async (user) => {
    await pageStates['Profile/Show, several second factors']?.(user)
    await clearSession(user)
    await postForm(user.context, '/login', user.person)
    await openPage(user.page, '/two-factor-challenge?by=passkey')
  },
  'Profile/Show, removing a passkey': async (user) => {
    await pageStates['Profile/Show, with a passkey']?.(user)
    await user.page.locator('#passkeys .item-list .link-button').click()
    await user.page.locator('dialog[open]').waitFor()
  },
  'Profile/Show, renaming a passkey': async (user) => {
    await pageStates['Profile/Show, with a passkey']?.(user)
    await user.page.locator('#passkeys .item-list .icon-button').click()
    await user.page.locator('#passkeys [name=name]').waitFor()
  },
  'Profile/Show, two-factor enrollment': async ({ page, context, foyer, person }) => {
    await createAccount(foyer, context, person)
    await startTwoFactorSetup(context, person)
    await openPage(page, '/user/profile/security#two-factor')
  },
  'Profile/Show, new recovery codes': async ({ page, context, foyer, person }) => {
    await createAccount(foyer, context, person)
    await enableTwoFactor(context, person)
    await openPage(page, '/user/profile/security#two-factor')
  },
  'Auth/TwoFactorChallenge': async ({ page, context, foyer, person }) => {
    await createAccount(foyer, context, person)
    await enableTwoFactor(context, person)
    await clearSession({ context })
    await postForm(context, '/login', person)
    await openPage(page, '/two-factor-challenge')
  },
  'Auth/TwoFactorChallenge, rejected': async (user) => {
    await pageStates['Auth/TwoFactorChallenge']?.(user)
    await user.page.locator('[name=code]').fill('000000')
    await user.page.locator('.field-error').waitFor()
  },
  'Auth/TwoFactorChallenge, a recovery code': async (user) => {
    await pageStates['Auth/TwoFactorChallenge']?.(user)
    await openPage(user.page, '/two-factor-challenge?by=recovery-code')
  },
  TermsOfService: ({ page }) => openPage(page, '/terms-of-service'),
  PrivacyPolicy: ({ page }) => openPage(page, '/privacy-policy'),
  Mailbox: async (user) => {
    await submitRegistration(user)
    await user.foyer.waitForMail(user.person.email)
    await useLocalAddress(user.context)
    await openPage(user.page, '/mailbox')
  },
  'Mailbox, a mail': async (user) => {
    await submitRegistration(user)
    const { id } = await user.foyer.waitForMail(user.person.email)
    await useLocalAddress(user.context)
    await openPage(user.page, `/mailbox/${id}`)
  },
  'Error, not found': async (user) => {
    await openPage(user.page, '/nowhere')
    ignoreStatusError(user, 404)
  },
  'Error, gone': async (user) => {
    const id = '01234567-89ab-7def-8123-456789abcdef'
    await openPage(user.page, `/email/verify/${id}/${'x'.repeat(43)}`)
    ignoreStatusError(user, 410)
  },
  Dashboard: async (user) => {
    await createAccount(user.foyer, user.context, user.person)
    await openPage(user.page, '/dashboard')
    await user.page.locator('#recent-events tbody tr').first().waitFor()
  },
  'Dashboard, menu open': async (user) => {
    await pageStates['Dashboard']?.(user)
    await user.page.locator('.menu-trigger:has(.avatar)').click()
    await user.page.locator('.menu:popover-open').waitFor()
  },
  'Dashboard, command palette': async (user) => {
    await pageStates['Dashboard']?.(user)
    await user.page.keyboard.press('Control+k')
    await user.page.locator('.palette-option').first().waitFor()
  },
  'Dashboard, keyboard shortcuts': async (user) => {
    await pageStates['Dashboard']?.(user)
    await user.page.keyboard.press('?')
    await user.page.locator('.shortcuts').first().waitFor()
  },
  'Profile/Show': async (user) => {
    await createAccount(user.foyer, user.context, user.person)
    await openPage(user.page, '/user/profile')
  },
  'Profile/Show, security': async (user) => {
    await createAccount(user.foyer, user.context, user.person)
    await openPage(user.page, '/user/profile/security#password')
    await user.page.locator('#password [name=password]').waitFor()
  },
  'Profile/Show, data': async (user) => {
    await createAccount(user.foyer, user.context, user.person)
    await openPage(user.page, '/user/profile/data#delete-account')
    await user.page.locator('#delete-account [name=confirmation]').waitFor()
  },
  'Profile/Show, asking before two-factor is turned off': async (user) => {
    const { page, context, foyer, person } = user
    await createAccount(foyer, context, person)
    await enableTwoFactor(context, person)
    await openPage(page, '/user/profile/security')
    await openPage(page, '/user/profile/security')
    for (const summary of await page.locator('#two-factor summary').all()) await summary.click()
  },
  'Profile/Show, unconfirmed recovery codes': async ({ page, context, foyer, person }) => {
    await createAccount(foyer, context, person)
    await enableTwoFactor(context, person)
    await postForm(context, '/user/two-factor-recovery-codes', {})
    await openPage(page, '/user/profile/security')
    await page.locator('.recovery-codes form').waitFor()
  },
  'Profile/Show, time zones': async (user) => {
    await pageStates['Profile/Show']?.(user)
    await user.page.locator('[name=timezone]').click()
    await user.page.locator('[name=timezone][role=combobox]').click()
    await user.page.locator('.combobox-item').first().waitFor()
  },
  'Profile/Show, two devices': async ({ page, context, foyer, person }) => {
    await createAccount(foyer, context, person)
    await clearSession({ context })
    await postForm(context, '/login', person)
    await openPage(page, '/user/profile/devices#sessions')
    await page.locator('.item-list summary').click()
  },
  'Profile/Show, pending email change': async (user) => {
    await requestEmailChange(user)
    await openPage(user.page, '/user/profile#address')
  },
  'Auth/EmailChange, to confirm': async (user) => {
    const newEmail = await requestEmailChange(user)
    await openPage(user.page, await user.foyer.waitForMailLink(newEmail, /\/email-change\/\S+/))
  },
  'Auth/EmailChange, to undo': async (user) => {
    const newEmail = await requestEmailChange(user)
    const link = await user.foyer.waitForMailLink(newEmail, /\/email-change\/\S+/)
    await postForm(user.context, link, {})
    const undo = /\/email-change\/\S+\/undo/
    await openPage(user.page, await waitForLink(user, undo))
  },
  'Auth/ReportTakeover, to confirm': async (user) => {
    await requestEmailChange(user)
    await openPage(user.page, await waitForLink(user, /\/not-me\/\S+/))
  },
  'Auth/ReportTakeover, done': async (user) => {
    await pageStates['Auth/ReportTakeover, to confirm']?.(user)
    await submitMainForm(user.page)
    await user.page.locator('main form').waitFor({ state: 'detached' })
  },
  'Mailbox, a template': async ({ page, context }) => {
    await useLocalAddress(context)
    await openPage(page, '/mailbox/sample-newDeviceNotice')
  },
  'Profile/Show, rejected': async (user) => {
    await pageStates['Profile/Show']?.(user)
    await user.page.locator('#information [name=name]').fill('www.example.com')
    await user.page.locator('#information [name=timezone]').fill('nowhere')
    await user.page.keyboard.press('Escape')
    await user.page.locator('#information .form-actions [type=submit]').last().click()
    await user.page.locator('.field-error').first().waitFor()
  },
  'Profile/Show, a photo to crop': async (user) => {
    await pageStates['Profile/Show']?.(user)
    await user.page.locator('.photo-input').setInputFiles({
      name: 'photo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="300" height="400" fill="#264653"/></svg>',
      ),
    })
    await user.page.locator('.crop-stage').waitFor()
  },
  'TimeTravel/Index': async (user) => {
    await createAccount(user.foyer, user.context, user.person)
    await openPage(user.page, '/time-travel')
    await user.page.locator('.integrity progress[data-done]').waitFor({ state: 'attached' })
  },
  'TimeTravel/Index, the past': async (user) => {
    await createAccount(user.foyer, user.context, user.person)
    await postForm(user.context, '/user/profile-information?_method=put', { name: 'Ada King' })
    await openPage(user.page, '/time-travel?event=1')
    await user.page.locator('.event-detail').waitFor()
    await user.page.locator('.restore > .button').click()
    await user.page.locator('dialog:popover-open').waitFor()
  },
  'TimeTravel/Index, no matching events': async (user) => {
    await createAccount(user.foyer, user.context, user.person)
    await openPage(user.page, '/time-travel?at=1969-07-20T20:17:00Z&type=token')
    await user.page.locator('.events-by-day > .empty-state').waitFor()
  },
  'TimeTravel/Index, takeover steps': async (user) => {
    const { page, context, foyer, person } = user
    await createAccount(foyer, context, person)
    await clearSession({ context })
    await postForm(context, '/login', person)
    await openPage(page, '/time-travel?event=2')
    await page.locator('.takeover > summary').click()
    await page.locator('.takeover li').first().waitFor()
  },
  'TimeTravel/Index, a broken log': async (user) => {
    await createAccount(user.foyer, user.context, user.person)
    tamperWithEventLog(user.foyer, user.person)
    await openPage(user.page, '/time-travel')
    await user.page.locator('.integrity[data-broken]').waitFor()
  },
  ...Object.fromEntries(browserFeatures.flatMap((feature) => Object.entries(feature.pageStates))),
  'Auth/PendingDeletion': async (user) => {
    const { email: confirmation, password } = user.person
    await createAccount(user.foyer, user.context, user.person)
    await postForm(user.context, '/user?_method=delete', { confirmation, password })
    await openPage(user.page, '/user/leaving')
  },
  'Auth/PendingDeletion, by mail': async (user) => {
    await pageStates['Auth/PendingDeletion']?.(user)
    const link = await waitForLink(user, /\/account-return\/\S+/)
    await clearSession(user)
    await openPage(user.page, link)
  },
  'Welcome, signed in': async (user) => {
    await createAccount(user.foyer, user.context, user.person)
    await openPage(user.page, '/')
  },
}

/** Clears all cookies but the language. */
async function clearSession({ context }: Pick<TestUser, 'context'>): Promise<void> {
  await context.clearCookies({ name: /^(?!locale$)/ })
}

async function submitRegistration({ context, person }: TestUser): Promise<void> {
  await postForm(context, '/register', { ...person, terms: true })
}

/** @returns the new address */
async function requestEmailChange({ foyer, context, person }: TestUser): Promise<string> {
  await createAccount(foyer, context, person)
  await postForm(context, '/user/confirm-password', { password: person.password })
  const newEmail = newPerson().email
  await postForm(context, '/user/email-change', { email: newEmail })
  return newEmail
}

function waitForLink({ foyer, person }: TestUser, path: RegExp): Promise<string> {
  return foyer.waitForMailLink(person.email, path)
}

async function submitMainForm(page: Page): Promise<void> {
  await page.locator('main form button[type=submit]').first().click()
}

/** Drops the console error that the browser logs for a document with an error status. */
function ignoreStatusError({ browserErrors }: TestUser, status: number): void {
  const index = browserErrors.findIndex((it) => it.includes(`status of ${status}`))
  browserErrors.splice(index, index < 0 ? 0 : 1)
}
