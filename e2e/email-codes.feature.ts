import { createAccount, newPerson, postForm } from './account-steps.ts'
import { enterWrongCode } from './enter-wrong-code.ts'
import type { BrowserFeature } from './features.ts'
import { openPage } from './test-server.ts'

const feature: BrowserFeature = {
  mainState: 'Auth/EmailCode',
  pageStates: {
    'Auth/EmailCode': async ({ page, person }) => {
      await openPage(page, '/login?step=password')
      await page.locator('[name=email]').fill(person.email)
      await page.locator('[formaction="/login/code"]').click()
      await page.locator('[name=code]').waitFor()
      await openPage(page, '/login/code')
    },
    'Profile/Show, a wrong code for an email change': async ({ page, context, foyer, person }) => {
      await createAccount(foyer, context, person)
      await postForm(context, '/user/confirm-password', { password: person.password })
      await postForm(context, '/user/email-change', { email: newPerson().email })
      await openPage(page, '/user/profile#address')
      await enterWrongCode(page, '#address')
    },
    'Auth/EmailCode, rejected': async (user) => {
      await feature.pageStates['Auth/EmailCode']?.(user)
      await user.page.locator('[name=code]').fill('000000')
      await user.page.locator('.field-error').waitFor()
    },
  },
}

export default feature
