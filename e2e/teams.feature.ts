import { createAccount, newPerson, postForm } from './account-steps.ts'
import { enableTwoFactor } from './authenticator-app.ts'
import type { BrowserFeature } from './features.ts'
import type { TestUser } from './page-states.ts'
import { openPage as open } from './test-server.ts'

const invitationLink = /\/team-invitation\/\S+/
let count = 0

const feature: BrowserFeature = {
  mainState: 'Teams/Members, with an invitation',
  pageStates: {
    'Teams/Index, empty': async ({ page, context, foyer, person }) => {
      await createAccount(foyer, context, person)
      await openPage(page, '/teams')
    },
    'Teams/Index': async (user) => {
      await createTeam(user)
      await openPage(user.page, '/teams')
    },
    'Teams/Index, invited': async (user) => {
      const guest = newPerson('Ada King')
      const path = await createTeam(user)
      await invite(user, path, guest.email)
      await forgetAccount(user)
      await createAccount(user.foyer, user.context, guest)
      await openPage(user.page, '/teams')
      await user.page.locator('#invitations').waitFor()
    },
    'Teams/Create, rejected': async ({ page, context, foyer, person }) => {
      await createAccount(foyer, context, person)
      await openPage(page, '/teams/create')
      await page.locator('[name=name]').fill('Admin')
      await page.locator('#create button[type=submit]').click()
      await page.locator('.field-error').first().waitFor()
    },
    'Teams/Show': async (user) => openPage(user.page, await createTeam(user)),
    'Teams/Show, about to be deleted': async (user) => {
      const path = await createTeam(user)
      const { context, person, page } = user
      await postForm(context, '/user/confirm-password', { password: person.password })
      await postForm(context, `${path}?_method=delete`, { confirmation: path.slice(3) })
      await openPage(page, path)
    },
    'Teams/Members, with an invitation': async (user) => {
      const path = await teamOfTwo(user)
      const invitation = { email: newPerson().email, role: 'member' }
      await postForm(user.context, `${path}/invitations`, invitation)
      await openPage(user.page, `${path}/members`)
      await user.page.locator('#invite table').waitFor()
    },
    'Teams/Members, changing a role': async (user) => {
      await openPage(user.page, `${await teamOfTwo(user)}/members`)
      await user.page.locator('#members tr:nth-child(2) .row-actions button').first().click()
      await user.page.locator('dialog:popover-open').waitFor()
    },
    'Teams/Settings': async (user) => openPage(user.page, `${await teamOfTwo(user)}/settings`),
    'Teams/Settings, everything open': async (user) => {
      await openPage(user.page, `${await teamOfTwo(user)}/settings`)
      for (const summary of await user.page.locator('summary').all()) await summary.click()
    },
    'Teams/Requirements': async (user) => {
      const path = await createTeam(user)
      await enableTwoFactor(user.context, user.person)
      await postForm(user.context, `${path}/requirements?_method=put`, {
        second_factor: '1',
        max_session: '8',
      })
      await addMember(user, path)
      await openPage(user.page, path)
      await user.page.locator('#requirements').waitFor()
    },
    'Teams/Webhooks': async (user) => openPage(user.page, `${await createTeam(user)}/webhooks`),
    'Teams/Webhooks, with a new secret': async (user) => {
      const path = await createTeam(user)
      const renamed = `${path}-2`
      await postForm(user.context, '/user/confirm-password', { password: user.person.password })
      await createWebhook(user, path)
      await postForm(user.context, `${path}?_method=put`, { name: 'Acme', slug: renamed.slice(3) })
      // A job adds the message about the new name.
      do await openPage(user.page, `${renamed}/webhooks`)
      while (!(await user.page.locator('#messages table').isVisible()))
      await createWebhook(user, renamed)
      await openPage(user.page, `${renamed}/webhooks`)
      await user.page.locator('#messages table').waitFor()
    },
    'Teams/Tokens': async (user) => openPage(user.page, `${await createTeam(user)}/tokens`),
    'Teams/Tokens, with a new token': async (user) => {
      const path = await createTeam(user)
      await postForm(user.context, '/user/confirm-password', { password: user.person.password })
      await postForm(user.context, `${path}/tokens`, {
        name: 'Onboarding',
        permissions: ['members.invite'],
        expiry: '90',
      })
      await openPage(user.page, `${path}/tokens`)
      await user.page.locator('.new-token').waitFor()
    },
    'Teams/Log': async (user) => openPage(user.page, `${await teamOfTwo(user)}/log`),
    'Teams/AcceptInvitation, for a new account': async (user) => {
      const link = await invite(user, await createTeam(user), newPerson().email)
      await forgetAccount(user)
      await openPage(user.page, link)
    },
    'Teams/AcceptInvitation': async (user) => {
      const guest = newPerson('Ada King')
      const link = await invite(user, await createTeam(user), guest.email)
      await forgetAccount(user)
      await createAccount(user.foyer, user.context, guest)
      await openPage(user.page, link)
    },
    'Teams/AcceptInvitation, signed in with another address': async (user) => {
      const link = await invite(user, await createTeam(user), newPerson().email)
      await forgetAccount(user)
      await createAccount(user.foyer, user.context, newPerson('Ada King'))
      await openPage(user.page, link)
    },
  },
}

export default feature

/** Some of these pages have no button by which `openPage` could tell that their content has its script. */
async function openPage(page: TestUser['page'], path: string): Promise<void> {
  await open(page, path)
  await page.waitForFunction(() => document.title !== 'Foyer')
}

/** @returns its path */
async function createTeam({ foyer, context, person }: TestUser): Promise<string> {
  await createAccount(foyer, context, person)
  const slug = `engines-${++count}-${person.email.replace(/\D/g, '')}`
  await postForm(context, '/teams', { name: 'Acme', slug })
  return `/t/${slug}`
}

async function createWebhook({ context }: TestUser, path: string): Promise<void> {
  await postForm(context, `${path}/webhooks`, {
    url: 'https://hooks.example/team',
    event_types: ['team.updated'],
  })
}

async function invite(user: TestUser, path: string, email: string): Promise<string> {
  await postForm(user.context, `${path}/invitations`, { email, role: 'member' })
  return user.foyer.waitForMailLink(email, invitationLink)
}

/** Creates a team that the user owns. @returns its path */
async function teamOfTwo(user: TestUser): Promise<string> {
  const path = await createTeam(user)
  const cookies = await user.context.cookies()
  await addMember(user, path)
  await user.context.clearCookies()
  await user.context.addCookies(cookies)
  return path
}

/** Adds a member, who is signed in afterwards. */
async function addMember(user: TestUser, path: string): Promise<void> {
  const member = newPerson('Ada King')
  const link = await invite(user, path, member.email)
  await forgetAccount(user)
  await createAccount(user.foyer, user.context, member)
  await postForm(user.context, link, {})
}

const forgetAccount = ({ context }: TestUser) => context.clearCookies({ name: /^(?!locale$)/ })
