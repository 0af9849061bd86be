import type { BrowserFeature } from './features.ts'
import { invitationLink } from './invitation-links.ts'
import type { TestUser } from './page-states.ts'
import { openPage } from './test-server.ts'
import { addWaitingAddress } from './waiting-address.ts'

const waitlistLink = /\/waitlist\/\S+/

const feature: BrowserFeature = {
  mainState: 'Auth/Waitlist',
  pageStates: {
    'Auth/Register, invited': async ({ page, foyer, person }) =>
      openPage(page, await invitationLink(foyer, person.email)),
    'Auth/Register, invited, with a passkey': async ({ page, foyer, person }) =>
      openPage(page, `${await invitationLink(foyer, person.email)}/passkey`),
  },
  configured: {
    settings: { REGISTRATION: 'waitlist' },
    pageStates: {
      'Auth/Waitlist': ({ page }) => openPage(page, '/register'),
      'Auth/Waitlist, sent': requestLink,
      'Auth/WaitlistChange, to join': openLink,
      'Auth/WaitlistChange, to leave': async (user) => {
        addWaitingAddress(user.foyer, user.person.email)
        await openLink(user)
      },
    },
  },
}

export default feature

async function requestLink(user: TestUser): Promise<void> {
  await openPage(user.page, '/register')
  await user.page.locator('[name=email]').fill(user.person.email)
  await submit(user)
  await user.page.locator('main a[href^="/mailbox"]').waitFor()
}

async function openLink(user: TestUser): Promise<void> {
  await requestLink(user)
  await openPage(user.page, await user.foyer.waitForMailLink(user.person.email, waitlistLink))
}

function submit({ page }: TestUser): Promise<void> {
  return page.locator('main form button[type=submit]').first().click()
}
