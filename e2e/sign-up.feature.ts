import type { BrowserFeature } from './features.ts'
import { openReplacedPage } from './open-replaced-page.ts'
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

function openInsteadOfSignUp(
  user: TestUser,
  component: string,
  props: object,
  flash: object = {},
): Promise<void> {
  return openReplacedPage(user, '/register', { component, props, flash })
}
