import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { createAccount, type Person, postForm } from './account-steps.ts'
import { invitationLink } from './invitation-links.ts'
import type { TestUser } from './page-states.ts'
import { openPage, type TestServer } from './test-server.ts'

const providerOf = (name: string, label: string) => ({
  [`PROVIDER_${name}_ISSUER`]: `https://${name.toLowerCase()}.example`,
  [`PROVIDER_${name}_LABEL`]: label,
  [`PROVIDER_${name}_CLIENT_ID`]: 'foyer',
  [`PROVIDER_${name}_CLIENT_SECRET`]: 'a secret',
})

/** The settings of the server of these states. Nothing is ever sent to the providers. */
export const providerPageSettings = {
  PROVIDERS: 'acme,globex,initech',
  ...providerOf('ACME', 'Acme'),
  ...providerOf('GLOBEX', 'Globex Corporation'),
  ...providerOf('INITECH', 'Initech'),
  PROVIDER_INITECH_DOMAINS: 'initech.example',
  PROVIDER_ACME_DOMAINS: 'acme.example',
  REQUIRE_PROVIDER: 'acme.example',
}

/** The pages that look different where people sign in with providers. */
export const providerPageStates: Record<string, (user: TestUser) => Promise<void>> = {
  'Auth/Login, three providers': async ({ page, context, foyer }) => {
    await context.addCookies([{ name: 'foyer-last-provider', value: 'globex', url: foyer.origin }])
    await openPage(page, '/login')
    await page.locator('details summary').click()
  },
  'Auth/Login, the password and providers': ({ page }) => openPage(page, '/login?step=password'),
  'Auth/Login, an address that belongs to a provider': async ({ page }) => {
    await openPage(page, '/login')
    await page.locator('[name=email]').fill('ada@initech.example')
    await page.locator('main form button[type=submit]').first().click()
    await page.locator('main a[data-tone=primary]').first().waitFor()
  },
  'Auth/Login, a failed sign-in with a provider': async ({ page }) => {
    await openPage(page, '/sign-in/acme/callback?state=unknown')
    await page.locator('[data-tone=danger]').first().waitFor()
  },
  'Auth/Register, three providers': ({ page }) => openPage(page, '/register'),
  'Auth/Register, invited, three providers': (user) => openInvitation(user, user.person.email),
  'Auth/Register, invited, with a required provider': (user) =>
    openInvitation(user, user.person.email.replace(/@.*/, '@acme.example')),
  'Profile/Show, two linked accounts': async (user) => {
    await createAccount(user.foyer, user.context, user.person)
    linkAccounts(user.foyer, user.person)
    await openPage(user.page, '/user/profile/security#linked-accounts')
  },
  'Profile/Show, unlinking an account': async (user) => {
    await providerPageStates['Profile/Show, two linked accounts']?.(user)
    await user.page.locator('#linked-accounts td .link-button').first().click()
    await user.page.locator('dialog:popover-open').waitFor()
  },
  'Auth/ConfirmPassword, with providers': async (user) => {
    await createAccount(user.foyer, user.context, user.person)
    linkAccounts(user.foyer, user.person)
    await openPage(user.page, '/user/confirm-password')
    await user.page.locator('main .grid > button[data-wide]').last().click()
    await user.page.locator('main a[data-tone=primary]').last().waitFor()
  },
  'Auth/ResetPassword, two linked accounts': async (user) => {
    await createAccount(user.foyer, user.context, user.person)
    linkAccounts(user.foyer, user.person)
    await user.context.clearCookies({ name: /^(?!locale$)/ })
    await postForm(user.context, '/forgot-password', { email: user.person.email })
    const link = await user.foyer.waitForMailLink(user.person.email, /\/reset-password\/\S+/)
    await openPage(user.page, link)
    await user.page.locator('details summary').click()
  },
}

async function openInvitation({ page, foyer }: TestUser, address: string): Promise<void> {
  await openPage(page, await invitationLink(foyer, address))
}

function linkAccounts({ storageDir }: TestServer, { email }: Person): void {
  const database = new DatabaseSync(join(storageDir, 'foyer.sqlite'), { timeout: 30_000 })
  const insert = database.prepare(
    `insert into linked_accounts (id, user_id, provider, issuer, subject, email, created_at)
     select ?, id, ?, ?, ?, ?, ? from users where email = ?`,
  )
  for (const provider of ['acme', 'globex']) {
    const issuer = `https://${provider}.example`
    insert.run(randomUUID(), provider, issuer, email, 'ada@example.com', Date.now(), email)
  }
  database.close()
}
