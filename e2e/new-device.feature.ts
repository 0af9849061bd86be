import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { createAccount, postForm } from './account-steps.ts'
import { enableTwoFactor, totpCode } from './authenticator-app.ts'
import type { BrowserFeature } from './features.ts'
import type { TestUser } from './page-states.ts'
import { openPage, type TestServer } from './test-server.ts'
import { requestUnlockLink, unlockLink } from './unlock-steps.ts'

const feature: BrowserFeature = {
  mainState: 'Auth/NewDevice',
  pageStates: {
    'Auth/UnlockSignIn': async ({ page, context, foyer, person }) => {
      await createAccount(foyer, context, person)
      await context.clearCookies({ name: /^(?!locale$)/ })
      await requestUnlockLink(foyer, person)
      await openPage(page, await foyer.waitForMailLink(person.email, unlockLink))
    },
    'Profile/Show, trusted devices': async ({ page, context, foyer, person }) => {
      await createAccount(foyer, context, person)
      const secret = await enableTwoFactor(context, person)
      await context.clearCookies({ name: /^(?!locale$)/ })
      await postForm(context, '/login', person)
      const form = { code: totpCode(secret, 1), trust_device: true }
      await postForm(context, '/two-factor-challenge', form)
      await openPage(page, '/user/profile/security')
      await page.locator('#trusted-devices .item-list > li').waitFor()
    },
  },
  configured: {
    settings: { NEW_DEVICE_CODE: '1' },
    pageStates: {
      'Auth/NewDevice': async (user) => {
        await signInOnNewDevice(user)
        await openPage(user.page, '/new-device')
      },
      'Auth/NewDevice, no code': async (user) => {
        await signInOnNewDevice(user)
        forgetCodes(user.foyer)
        await openPage(user.page, '/new-device')
      },
    },
  },
}

export default feature

async function signInOnNewDevice({ page, context, foyer, person }: TestUser): Promise<void> {
  await createAccount(foyer, context, person)
  await context.clearCookies({ name: /^(?!locale$)/ })
  // Another network.
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.7' })
  await page.goto('about:blank')
  await postForm(context, '/login', person)
}

/** Forgets the codes, as after more requests than are answered with a mail. */
function forgetCodes({ storageDir }: TestServer): void {
  const database = new DatabaseSync(join(storageDir, 'foyer.sqlite'), { timeout: 30_000 })
  database.exec('update two_factor_challenges set code_sent_at = null')
  database.close()
}
