import type { BrowserFeature } from './features.ts'
import type { TestUser } from './page-states.ts'
import { runOperatorCommand } from './run-operator-command.ts'
import { openPage } from './test-server.ts'

const feature: BrowserFeature = {
  mainState: 'Auth/Waitlist',
  pageStates: {
    'Auth/Register, invited': async ({ page, foyer, person }) => {
      await runOperatorCommand(foyer, 'invite', person.email)
      await openPage(page, await foyer.waitForMailLink(person.email, /\/invitation\/\S+/))
    },
    'Auth/Waitlist': (user) =>
      openInsteadOfSignUp(user, 'Auth/Waitlist', { mailboxUrl: null, challenge: null }),
    'Auth/Waitlist, sent': (user) =>
      openInsteadOfSignUp(
        user,
        'Auth/Waitlist',
        { mailboxUrl: '/mailbox', challenge: null },
        { status: 'waitlist-link-sent' },
      ),
    'Auth/WaitlistChange, to join': (user) =>
      openInsteadOfSignUp(user, 'Auth/WaitlistChange', waitlistChange(user, false)),
    'Auth/WaitlistChange, to leave': (user) =>
      openInsteadOfSignUp(user, 'Auth/WaitlistChange', waitlistChange(user, true)),
  },
}

export default feature

function waitlistChange({ person }: TestUser, isWaiting: boolean) {
  return { email: person.email, isWaiting, action: '/waitlist/x' }
}

/** Shows a page that the settings of this server do not offer, in the response of one that they do. */
async function openInsteadOfSignUp(
  { page }: TestUser,
  component: string,
  props: object,
  flash: object = {},
): Promise<void> {
  await page.route('**/register', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const json = { ...answer, component, props: { ...answer.props, ...props }, flash }
    await route.fulfill({ response, json })
  })
  await openPage(page, '/')
  await page.locator('main a[href="/register"]').click()
  await page.locator('main form').waitFor()
  await page.unroute('**/register')
}
