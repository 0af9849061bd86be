import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { confirmInDialog, createAccount, newPerson, type Person } from './account-steps.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()

/** A window with a new account. */
async function arrive(t: TestContext, name: string) {
  const { page, context } = await foyer.newVisitor(t)
  const person = await createAccount(foyer, context, newPerson(name))
  return { page, context, person }
}

type Member = Awaited<ReturnType<typeof arrive>>

async function invite({ page }: Member, { email }: Person): Promise<void> {
  await openPage(page, '/t/difference-engines/members')
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('The invitation is on its way.').waitFor()
}

async function joinFromBell({ page }: Member): Promise<void> {
  await openPage(page, '/teams')
  await page.getByRole('button', { name: 'Join the team Difference Engines' }).click()
  await page.waitForURL('**/t/difference-engines')
}

test('a team of three, from its founding to its parting', async (t) => {
  const ada = await arrive(t, 'Ada Lovelace')
  const grace = await arrive(t, 'Grace Hopper')
  const mary = await arrive(t, 'Mary Somerville')

  // Ada founds the team and invites the others, who join.
  await openPage(ada.page, '/teams/create')
  await ada.page.getByLabel('Name of the team').pressSequentially('Difference Engines')
  await ada.page.getByRole('button', { name: 'Create team' }).click()
  await ada.page.getByRole('link', { name: 'Invite members' }).waitFor()
  await invite(ada, grace.person)
  await invite(ada, mary.person)
  await joinFromBell(grace)
  await joinFromBell(mary)

  // She hands the team over to Grace, who accepts.
  await openPage(ada.page, '/t/difference-engines/settings')
  await ada.page.locator('#ownership summary').click()
  const ownership = ada.page.locator('#ownership')
  await ownership
    .getByRole('combobox')
    .selectOption({ label: `Grace Hopper (${grace.person.email})` })
  await ownership.locator('details button[type=submit]').click()
  await confirmInDialog(ada.page, ada.person)
  await ada.page.getByText('Nothing changes until it is accepted.').waitFor()
  await openPage(grace.page, '/t/difference-engines/settings')
  await grace.page.locator('#ownership .form-actions button').first().click()
  await confirmInDialog(grace.page, grace.person)
  await grace.page.locator('#delete').waitFor()

  await openPage(ada.page, '/dashboard')

  // Mary leaves, Grace removes Ada, and deletes the team.
  await openPage(mary.page, '/t/difference-engines/settings')
  await mary.page.locator('#leave summary').click()
  await mary.page.locator('#leave button[type=submit]').click()
  await mary.page.waitForURL('**/teams')
  await openPage(grace.page, '/t/difference-engines/members')
  await grace.page.getByRole('button', { name: 'Remove Ada Lovelace' }).click()
  await grace.page.locator('dialog:popover-open button[type=submit]').click()
  await grace.page
    .getByRole('button', { name: 'Remove Ada Lovelace' })
    .waitFor({ state: 'detached' })
  await openPage(grace.page, '/t/difference-engines/settings')
  await grace.page.locator('#delete summary').click()
  await grace.page.locator('#delete [name=confirmation]').fill('difference-engines')
  await grace.page.locator('#delete button[type=submit]').click()
  await grace.page.waitForURL('**/t/difference-engines')

  // The log of the team has all of it.
  await openPage(grace.page, '/t/difference-engines/log')
  const log = await grace.page.locator('#log table').innerText()
  for (const event of ['Team created', 'Member joined', 'Member left', 'Team deletion requested'])
    assert.ok(log.includes(event), event)
  assert.equal((await ada.context.request.get('/t/difference-engines')).status(), 404)
})
