import { newPerson, postForm } from './account-steps.ts'
import { enterWrongCode } from './enter-wrong-code.ts'
import type { BrowserFeature } from './features.ts'
import type { TestUser } from './page-states.ts'
import {
  accountWithCodes,
  endWait,
  finishLink,
  forgetSession,
  requestRecovery,
  stopLink,
} from './recovery-steps.ts'
import { openPage } from './test-server.ts'

const feature: BrowserFeature = {
  mainState: 'Auth/RecoverAccount',
  pageStates: {
    'Auth/RecoverAccount': ({ page }) => openPage(page, '/recover-account'),
    'Auth/RecoverAccount, rejected': async ({ page }) => {
      await openPage(page, '/recover-account')
      await page.locator('[name=email]').fill('nobody@example.com')
      await page.locator('[name=recovery_code]').fill('aaaa-bbbb-cccc')
      await page.locator('[name=code]').fill('000000')
      await page.locator('main form [type=submit]').click()
      await page.locator('.alert').waitFor()
    },
    'Auth/RecoverAccount, waiting': async ({ page, context, foyer, person }) => {
      await requestRecovery(foyer, context, person)
      await openPage(page, '/recover-account')
    },
    'Auth/RecoverAccount, ready': async (user) => {
      await waitForRecovery(user)
      await openPage(user.page, '/recover-account')
    },
    'Auth/RecoverAccount, sent': sendLink,
    'Auth/RecoverAccount, a wrong code': async (user) => {
      await sendLink(user)
      await enterWrongCode(user.page, 'main')
    },
    'Auth/RecoverAccount, over': async (user) => {
      await stop(user)
      await openPage(user.page, '/recover-account')
      await user.page.locator('.alert').waitFor()
    },
    'Auth/FinishRecovery': async (user) => openPage(user.page, await mailedLink(user)),
    'Auth/FinishRecovery, other browser': async (user) => {
      const link = await mailedLink(user)
      await user.context.clearCookies({ name: 'foyer-recovery' })
      await openPage(user.page, link)
    },
    'Auth/StopRecovery': async ({ page, context, foyer, person }) => {
      await requestRecovery(foyer, context, person)
      await openPage(page, await foyer.waitForMailLink(person.email, stopLink))
    },
    'Auth/StopRecovery, done': stop,
    'Dashboard, a recovery waits': async (user) => {
      await signedInWithRecovery(user)
      await openPage(user.page, '/dashboard')
      await user.page.locator('#account-recovery').waitFor()
    },
    'Profile/Show, a recovery waits': async (user) => {
      await signedInWithRecovery(user)
      await openPage(user.page, '/user/profile/security')
      await user.page.locator('#account-recovery').waitFor()
    },
  },
}

export default feature

async function waitForRecovery({ foyer, context, person }: TestUser): Promise<void> {
  await requestRecovery(foyer, context, person)
  endWait(foyer, person)
}

async function sendLink(user: TestUser): Promise<void> {
  await waitForRecovery(user)
  await openPage(user.page, '/recover-account')
  await user.page.locator('[name=email]').fill(newPerson().email)
  await user.page.locator('main form [type=submit]').click()
  await user.page.locator('main a[href^="/mailbox"]').waitFor()
}

async function mailedLink(user: TestUser): Promise<string> {
  await waitForRecovery(user)
  const { email } = newPerson()
  await postForm(user.context, '/recover-account/address', { email })
  return user.foyer.waitForMailLink(email, finishLink)
}

async function stop({ page, context, foyer, person }: TestUser): Promise<void> {
  await requestRecovery(foyer, context, person)
  await openPage(page, await foyer.waitForMailLink(person.email, stopLink))
  await page.locator('main form [type=submit]').click()
  await page.locator('main form').waitFor({ state: 'detached' })
}

/** The owner is still signed in; the recovery was requested in a browser without their session. */
async function signedInWithRecovery({ context, foyer, person }: TestUser): Promise<void> {
  const form = await accountWithCodes(foyer, context, person)
  const session = (await context.cookies()).filter(({ name }) => name === 'foyer')
  await forgetSession(context)
  await postForm(context, '/recover-account', form)
  await context.addCookies(session)
}
