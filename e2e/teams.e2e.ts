import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { BrowserContextOptions } from 'playwright-core'

import { createAccount, newPerson, postForm } from './account-steps.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()

test('the account menu leads to each team, whose names it loads when it opens (TEA-30)', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const { name } = await createAccount(foyer, context)
  await postForm(context, '/teams', { name: 'Difference Engines', slug: 'difference' })
  await openPage(page, '/dashboard')
  const link = page.getByRole('link', { name: 'Difference Engines' })
  assert.equal(await page.locator('a[href="/t/difference"]').count(), 0)

  await page.getByRole('button', { name: `Account menu of ${name}` }).click()
  await link.click()

  await page.getByRole('heading', { name: 'Difference Engines', level: 1 }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/t/difference')
})

test('the address of a new team follows its name until it is edited', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await createAccount(foyer, context)
  await openPage(page, '/teams/create')
  const address = page.getByRole('textbox', { name: 'Team URL' })

  await page.getByLabel('Name of the team').pressSequentially('Große Maschinen & Söhne')
  assert.equal(await address.inputValue(), 'gro-e-maschinen-sohne')
  await address.fill('maschinen')
  await page.getByLabel('Name of the team').pressSequentially('!')
  assert.equal(await address.inputValue(), 'maschinen')
  await page.getByRole('button', { name: 'Create team' }).click()

  await page.waitForURL('**/t/maschinen')
})

test('without script a team is created, somebody invited, and the invitation accepted (TEA-31)', async (t) => {
  const owner = await foyer.visitor(t, { javaScriptEnabled: false })
  await createAccount(foyer, owner.context)
  await owner.page.goto('/teams')
  await owner.page.getByRole('link', { name: 'Create a team' }).click()
  await owner.page.getByLabel('Name of the team').fill('Looms')
  await owner.page.getByRole('textbox', { name: 'Team URL' }).fill('looms')
  await owner.page.getByRole('button', { name: 'Create team' }).click()
  await owner.page.getByRole('link', { name: 'Invite members' }).click()
  const grace = newPerson('Grace Hopper')
  await owner.page.getByRole('textbox', { name: 'Email address' }).fill(grace.email)
  await owner.page.getByRole('button', { name: 'Send invitation' }).click()
  await owner.page.getByText('The invitation is on its way.').waitFor()

  const guest = await foyer.visitor(t, { javaScriptEnabled: false })
  await createAccount(foyer, guest.context, grace)
  await guest.page.goto(await foyer.waitForMailLink(grace.email, /\/team-invitation\/\S+/))
  await guest.page.getByRole('button', { name: 'Join the team' }).click()

  await guest.page.waitForURL('**/t/looms')
  await owner.page.reload()
  await owner.page.getByText(grace.email).first().waitFor()
})

async function looms(t: TestContext, options: BrowserContextOptions = {}) {
  const owner = await foyer.visitor(t, options)
  await createAccount(foyer, owner.context)
  const slug = `looms-${Math.random().toString(36).slice(2, 8)}`
  await postForm(owner.context, '/teams', { name: 'Looms', slug })
  await postForm(owner.context, `/t/${slug}?_method=put`, { name: 'Power Looms', slug })
  return { ...owner, path: `/t/${slug}/log` }
}

test('the slider and the links of the log show the team as it was, and what has changed since (TEA-124)', async (t) => {
  const { page, path } = await looms(t)
  await openPage(page, path)
  await page.getByRole('heading', { name: 'The team now' }).waitFor()

  await page.getByRole('slider', { name: 'Point in time' }).press('Home')
  await page.getByRole('heading', { name: 'Then and now' }).waitFor()
  const changed = page.getByRole('row', { name: /Name of the team/ })
  assert.match(await changed.innerText(), /Looms\s+Power Looms/)
  assert.match(page.url(), /\?at=/)
  await page.getByRole('link', { name: 'Back to now' }).click()
  await page.getByRole('heading', { name: 'The team now' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Then and now' }).waitFor()
})

test('without script, links and a form choose the moment of a team (TEA-124)', async (t) => {
  const { page, path } = await looms(t, { javaScriptEnabled: false })
  await page.goto(path)

  await page.getByRole('link', { name: 'Previous event' }).click()
  await page.getByRole('link', { name: 'Previous event' }).click()
  await page.getByRole('row', { name: /Name of the team/ }).waitFor()
  assert.match(page.url(), /\?event=1$/)
  await page.getByLabel('Time', { exact: true }).fill('2001-01-01T00:00:00')
  await page.getByRole('button', { name: 'Go' }).click()

  await page.getByText("The team didn't exist then").waitFor()
  await page.getByRole('row', { name: /Name of the team/ }).waitFor()
})
