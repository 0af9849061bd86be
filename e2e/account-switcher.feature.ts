import { createAccount, newPerson, postForm } from './account-steps.ts'
import type { BrowserFeature } from './features.ts'
import type { TestUser } from './page-states.ts'
import { openPage } from './test-server.ts'

const feature: BrowserFeature = {
  mainState: 'Auth/Accounts',
  pageStates: {
    'Auth/Login, adding an account': async (user) => {
      await createAccount(user.foyer, user.context, user.person)
      await postForm(user.context, '/accounts', {})
      await openPage(user.page, '/login')
    },
    'Auth/Login, other accounts': async (user) => {
      await signInToThreeAccounts(user)
      await user.context.clearCookies({ name: 'foyer' })
      await openPage(user.page, '/login')
    },
    'Auth/Accounts': async (user) => {
      await signInToThreeAccounts(user)
      await openPage(user.page, '/accounts')
    },
    'Auth/Accounts, switched in another tab': async (user) => {
      await signInToThreeAccounts(user)
      await openPage(user.page, '/accounts?switched=1')
    },
    'Dashboard, menu with several accounts': async (user) => {
      await signInToThreeAccounts(user)
      await openPage(user.page, '/dashboard')
      await user.page.locator('.menu-trigger:has(.avatar)').click()
      await user.page.locator('.menu:popover-open').waitFor()
    },
  },
}

export default feature

/** Signs in to three accounts, one of which has been signed out elsewhere. */
async function signInToThreeAccounts({ foyer, context, person }: TestUser): Promise<void> {
  const others = [newPerson(), newPerson()]
  for (const other of others) {
    await createAccount(foyer, context, other)
    await context.clearCookies({ name: /^(?!locale$)/ })
  }
  await createAccount(foyer, context, person)
  for (const { email, password } of others) {
    await postForm(context, '/accounts', {})
    await postForm(context, '/login', { email, password })
  }
  await endFirstOfOthers(context)
}

/** Ends the first of the other sessions, by replacing its secret with one that no session has. */
async function endFirstOfOthers(context: TestUser['context']): Promise<void> {
  const cookies = await context.cookies()
  const list = cookies.find(({ name }) => name === 'foyer-accounts')
  if (!list) throw new Error('There are no other accounts.')
  const [, ...others] = list.value.split('.')
  await context.addCookies([{ ...list, value: ['A'.repeat(43), ...others].join('.') }])
}
