import { createAccount, postForm } from './account-steps.ts'
import { addAuthenticator } from './browser-authenticator.ts'
import type { BrowserFeature } from './features.ts'
import type { TestUser } from './page-states.ts'
import { openPage } from './test-server.ts'

const feature: BrowserFeature = {
  mainState: 'Auth/Register, with a passkey',
  pageStates: {
    'Auth/Register, with a passkey': ({ page }) => openPage(page, '/register/passkey'),
    'Auth/VerifyEmail, to create a passkey': openPasskeyLink,
    'Dashboard, offering a passkey': async ({ page, context, foyer, person }) => {
      await createAccount(foyer, context, person)
      // The dashboard would ask for what a guest may not have.
      await page.goto('about:blank')
      const locale = (await context.cookies()).filter(({ name }) => name === 'locale')
      await context.clearCookies()
      await context.addCookies(locale)
      await postForm(context, '/login', person)
      await openPage(page, '/dashboard')
      await page.locator('.passkey-offer button').first().waitFor()
    },
    'Profile/Show, removing the password': async (user) => {
      const { page, context, foyer, person } = user
      await addAuthenticator(context, page)
      await createAccount(foyer, context, person)
      await postForm(context, '/user/confirm-password', { password: person.password })
      await openPage(page, '/user/profile/security')
      await page.locator('#passkeys button').first().click()
      await page.locator('#passkeys .item-list > li').waitFor()
      await page.locator('#password details').last().locator('summary').click()
    },
    'Profile/Show, without a password': async (user) => {
      await openAccountWithoutPassword(user)
      await openPage(user.page, '/user/profile/security')
    },
    'Auth/ConfirmPassword, by passkey': async (user) => {
      await openAccountWithoutPassword(user)
      await openPage(user.page, '/user/confirm-password')
      await user.page.locator('main button[data-tone=primary]').waitFor()
    },
    'Auth/ResetPassword, without a password': async (user) => {
      const { page, context, foyer, person } = user
      await openAccountWithoutPassword(user)
      // The dashboard would ask for what a guest may not have.
      await page.goto('about:blank')
      const locale = (await context.cookies()).filter(({ name }) => name === 'locale')
      await context.clearCookies()
      await context.addCookies(locale)
      await postForm(context, '/forgot-password', { email: person.email })
      await openPage(page, await foyer.waitForMailLink(person.email, /\/reset-password\/\S+/))
    },
  },
}

export default feature

async function openPasskeyLink({ page, context, foyer, person }: TestUser): Promise<void> {
  const { name, email } = person
  await postForm(context, '/register/passkey', { name, email, terms: true })
  await openPage(page, await foyer.waitForMailLink(email, /\/email\/\S+/))
}

async function openAccountWithoutPassword(user: TestUser): Promise<void> {
  await addAuthenticator(user.context, user.page)
  await openPasskeyLink(user)
  await user.page.locator('main button[data-tone=primary]').click()
  await user.page.waitForURL('**/dashboard')
}
