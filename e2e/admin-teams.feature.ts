import { postForm } from './account-steps.ts'
import type { BrowserFeature } from './features.ts'
import type { TestUser } from './page-states.ts'
import { becomeAdministrator } from './support-steps.ts'
import { openPage } from './test-server.ts'

const feature: BrowserFeature = {
  mainState: 'Admin/Team',
  pageStates: {
    'Admin/Teams': (user) => openTeams(user, slugOf(user)),
    'Admin/Teams, no match': (user) => openTeams(user, 'no-team-has-this'),
    'Admin/Team': openTeam,
    'Admin/Team, setting the seat limit': async (user) => {
      await openTeam(user)
      await user.page.locator('.page-heading button').first().click()
      await user.page.locator('dialog:popover-open [name=seat_limit]').waitFor()
    },
  },
}

export default feature

const slugOf = ({ person }: TestUser) => `looms-${person.email.replace(/\D/g, '')}`

async function openTeams(user: TestUser, search: string): Promise<void> {
  await becomeAdministrator(user)
  await postForm(user.context, '/teams', { name: 'Acme', slug: slugOf(user) })
  await openPage(user.page, `/admin/teams?search=${search}`)
}

async function openTeam(user: TestUser): Promise<void> {
  await openTeams(user, slugOf(user))
  const link = user.page.locator('#content table a').first()
  await openPage(user.page, (await link.getAttribute('href')) ?? '')
}
