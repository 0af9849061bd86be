import { createAccount, postForm } from './account-steps.ts'
import { enableTwoFactor, totpCode } from './authenticator-app.ts'
import type { BrowserFeature } from './features.ts'
import { openReplacedPage } from './open-replaced-page.ts'
import type { TestUser } from './page-states.ts'
import { openPage } from './test-server.ts'

const feature: BrowserFeature = {
  mainState: 'Auth/NewDevice',
  pageStates: {
    'Auth/NewDevice': (user) => openNewDevice(user, { isCodeSent: true }),
    'Auth/NewDevice, no code': (user) => openNewDevice(user, { isCodeSent: false }),
    'Auth/UnlockSignIn': (user) =>
      openReplacedPage(user, '/login', {
        component: 'Auth/UnlockSignIn',
        props: { email: user.person.email, action: '/sign-in-unlock/x' },
      }),
    'Profile/Show, trusted devices': async ({ page, context, foyer, person }) => {
      await createAccount(foyer, context, person)
      const secret = await enableTwoFactor(context, person)
      await context.clearCookies({ name: /^(?!locale$)/ })
      await postForm(context, '/login', person)
      const form = { code: totpCode(secret, 1), trust_device: true }
      await postForm(context, '/two-factor-challenge', form)
      await openPage(page, '/user/profile/security')
      await page.locator('#trusted-devices tbody tr').waitFor()
    },
  },
}

export default feature

function openNewDevice(user: TestUser, state: { isCodeSent: boolean }): Promise<void> {
  const { email } = user.person
  return openReplacedPage(user, '/login', {
    component: 'Auth/NewDevice',
    props: { email, codeMinutes: 10, mailboxUrl: null, ...state },
  })
}
