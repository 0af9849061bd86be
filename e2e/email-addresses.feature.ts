import { createAccount, newPerson, postForm } from './account-steps.ts'
import { enterWrongCode } from './enter-wrong-code.ts'
import type { BrowserFeature } from './features.ts'
import type { TestUser } from './page-states.ts'
import { openPage } from './test-server.ts'

const addressLink = /\/email-address\/\S+/

const feature: BrowserFeature = {
  mainState: 'Profile/Show, more addresses',
  pageStates: {
    'Profile/Show, more addresses': async (user) => {
      const [proved] = await requestAddresses(user)
      await postForm(user.context, await user.foyer.waitForMailLink(proved, addressLink), {})
      await openPage(user.page, '/user/profile#email-addresses')
      await user.page.locator('#email-addresses .item-list').waitFor()
    },
    'Profile/Show, a wrong code for an address': async (user) => {
      await feature.pageStates['Profile/Show, more addresses']?.(user)
      await enterWrongCode(user.page, '#email-addresses')
    },
    'Profile/Show, an address to make primary': async (user) => {
      await feature.pageStates['Profile/Show, more addresses']?.(user)
      await user.page.locator('#email-addresses .row-actions button').first().click()
      await user.page.locator('dialog:popover-open').waitFor()
    },
    'Auth/ConfirmAddress': async (user) => {
      const [proved] = await requestAddresses(user)
      await openPage(user.page, await user.foyer.waitForMailLink(proved, addressLink))
    },
    'Auth/ConfirmAddress, signed in to another account': async (user) => {
      const [proved] = await requestAddresses(user)
      const link = await user.foyer.waitForMailLink(proved, addressLink)
      await user.context.clearCookies({ name: /^(?!locale$)/ })
      await createAccount(user.foyer, user.context)
      await openPage(user.page, link)
    },
  },
}

export default feature

/** @returns two addresses of the account, both unproved; the second is for recovery only */
async function requestAddresses({ foyer, context, person }: TestUser): Promise<[string, string]> {
  await createAccount(foyer, context, person)
  await postForm(context, '/user/confirm-password', { password: person.password })
  const addresses: [string, string] = [newPerson().email, newPerson().email]
  await postForm(context, '/user/email-addresses', { email: addresses[0] })
  await postForm(context, '/user/email-addresses', { email: addresses[1], recovery_only: true })
  return addresses
}
