import { createAccount } from './account-steps.ts'
import type { BrowserFeature } from './features.ts'
import { addSupportAccess, becomeAdministrator } from './support-steps.ts'
import { openPage } from './test-server.ts'

const feature: BrowserFeature = {
  mainState: 'Auth/SupportAccess',
  pageStates: {
    'Auth/SupportAccess': async (user) => {
      await createAccount(user.foyer, user.context, user.person)
      const { link } = await addSupportAccess(user, { isApproved: false, by: 'somebody else' })
      await openPage(user.page, link)
    },
    'Auth/SupportAccess, another account': async (user) => {
      await becomeAdministrator(user)
      const { link } = await addSupportAccess(user, { isApproved: false })
      await openPage(user.page, link)
    },
    'Dashboard, support may see it': async (user) => {
      await createAccount(user.foyer, user.context, user.person)
      await addSupportAccess(user, { isApproved: true, by: 'somebody else' })
      await openPage(user.page, '/dashboard')
      await user.page.locator('.support-banner').waitFor()
    },
    'Dashboard, seen by support': async (user) => {
      await becomeAdministrator(user)
      await addSupportAccess(user, { isApproved: true, isOpened: true })
      await openPage(user.page, '/dashboard')
      await user.page.locator('.support-banner').waitFor()
    },
  },
}

export default feature
