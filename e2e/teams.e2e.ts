import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'

import { createAccount, newPerson, postForm } from './account-steps.ts'
import { openListening } from './page-with-typing.ts'
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

const phone = { viewport: { width: 390, height: 844 } }

test('on a phone, the pages of a team are a row with the current one in its center', async (t) => {
  const { page, context } = await foyer.newVisitor(t, phone)
  await createAccount(foyer, context)
  await postForm(context, '/teams', { name: 'Centered Engines', slug: 'centered' })

  await openPage(page, '/t/centered/settings')
  await waitForCenteredTab(page, 'Settings')
  await page.locator('.tabs').getByRole('link', { name: 'Webhooks' }).click()
  await page.waitForURL('**/t/centered/webhooks')
  await waitForCenteredTab(page, 'Webhooks')
})

async function waitForCenteredTab(page: Page, name: string): Promise<void> {
  const tab = page.locator('.tabs [aria-current=page]', { hasText: name })
  await tab.waitFor()
  const { x, width } = (await tab.boundingBox()) ?? { x: 0, width: 0 }
  assert.ok(Math.abs(x + width / 2 - 195) < 8, `${name} at ${x}`)
}

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

async function openInvitations(t: TestContext, slug: string) {
  const { page, context } = await foyer.newVisitor(t)
  await createAccount(foyer, context)
  await postForm(context, '/teams', { name: 'Pirns', slug })
  await openListening(page, `/t/${slug}/members`)
  return { page, context, address: page.getByRole('textbox', { name: 'Email address' }) }
}

test('an address typed before the previous invitation is answered stays', async (t) => {
  const { page, address } = await openInvitations(t, 'pirns')
  const typed = Promise.withResolvers<void>()
  await page.route('**/t/pirns/invitations', async (route) => {
    await typed.promise
    await route.continue()
  })
  const sent = page.waitForRequest('**/t/pirns/invitations')
  await address.fill('grace@example.com')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await sent

  await address.fill('mary@example.com')
  typed.resolve()

  await page.getByText('The invitation is on its way.').waitFor()
  assert.equal(await address.inputValue(), 'mary@example.com')
})

test('a half-typed invitation and its focus stay when another member invites somebody', async (t) => {
  const { page, context, address } = await openInvitations(t, 'spindles')
  await address.fill('grace@')

  const invitation = { email: 'mary@example.com', role: 'member' }
  await postForm(context, '/t/spindles/invitations', invitation)

  await page.getByRole('table', { name: 'Open invitations' }).waitFor()
  assert.equal(await address.inputValue(), 'grace@')
  assert.equal(await address.evaluate((it) => it === document.activeElement), true)
})

test('an invitation that was sent empties its form for the next', async (t) => {
  const { page, address } = await openInvitations(t, 'shuttles')
  await address.fill('grace@example.com')
  await page.getByRole('button', { name: 'Send invitation' }).click()

  await page.getByText('The invitation is on its way.').waitFor()
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('.team-invite [name=email]')?.value === '',
  )
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

const logo = async () => ({
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 400, height: 200, channels: 3, background: '#22d' } })
    .png()
    .toBuffer(),
})

test('the settings of a team are short, and its rare forms are folded', async (t) => {
  const { page, context } = await foyer.visitor(t, { viewport: { width: 1280, height: 800 } })
  await createAccount(foyer, context)
  await postForm(context, '/teams', { name: 'Silk Mills', slug: 'silk-mills' })
  await openPage(page, '/t/silk-mills/settings')
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const domain = page.getByLabel('Domain', { exact: true })
  assert.equal(await domain.isVisible(), false)
  assert.ok((await height()) < 1450, String(await height()))
  await page.setViewportSize({ width: 390, height: 844 })
  assert.ok((await height()) < 2000, String(await height()))

  await page.getByText('Add a domain').click()
  await domain.waitFor()
})

test('a picture is cropped, uploaded, shown in the header, the menu and the list, and removed', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const { name } = await createAccount(foyer, context)
  await postForm(context, '/teams', { name: 'Card Mills', slug: 'card-mills' })
  await openPage(page, '/t/card-mills/settings')

  await page.locator('.photo-input').setInputFiles(await logo())
  await page.getByRole('button', { name: 'Use this photo' }).click()
  const header = page.locator('.team-heading img')
  await header.waitFor()
  await page.getByRole('button', { name: `Account menu of ${name}` }).click()
  const menu = page.getByRole('link', { name: 'Card Mills' }).locator('img')
  await menu.waitFor()

  assert.equal(await header.evaluate((img: HTMLImageElement) => img.naturalWidth), 256)
  await page.waitForFunction(
    (img) => img instanceof HTMLImageElement && img.naturalWidth === 96,
    await menu.elementHandle(),
  )
  await openPage(page, '/teams')
  await page.locator('#teams img').waitFor()
  await openPage(page, '/t/card-mills/settings')
  await page.getByRole('button', { name: 'Remove the picture' }).click()
  await header.waitFor({ state: 'detached' })
})

test('without script a picture is uploaded and removed', async (t) => {
  const { page, context } = await foyer.visitor(t, { javaScriptEnabled: false })
  await createAccount(foyer, context)
  await postForm(context, '/teams', { name: 'Paper Mills', slug: 'paper-mills' })
  await page.goto('/t/paper-mills/settings')

  const text = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') }
  await page.locator('.photo-input').setInputFiles(text)
  await page.getByRole('button', { name: 'Use this photo' }).click()
  await page.getByText('Choose a JPEG, PNG or WebP photo.').waitFor()
  await page.locator('.photo-input').setInputFiles(await logo())
  await page.getByRole('button', { name: 'Use this photo' }).click()
  await page.locator('.team-heading img').waitFor()

  await page.getByRole('button', { name: 'Remove the picture' }).click()
  await page.locator('.team-heading img').waitFor({ state: 'detached' })
})

test('a token is created, shown once, used by a program, and revoked', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  await postForm(context, '/teams', { name: 'Punch Cards', slug: 'punch-cards' })
  await postForm(context, '/user/confirm-password', { password: person.password })
  await openPage(page, '/t/punch-cards/tokens')
  await page.getByLabel('Name', { exact: true }).fill('Onboarding')
  await page.getByLabel('Invite members').check()
  await page.getByRole('button', { name: 'Create token' }).click()
  const token = (await page.getByRole('dialog').locator('code').first().textContent()) ?? ''
  assert.match(token, /^foyer_team_/)
  await page.getByRole('button', { name: "I've saved it" }).click()

  const headers = { authorization: `Bearer ${token}` }
  const url = new URL('/api/team', page.url())
  assert.equal((await fetch(url, { headers })).status, 200)
  await page.reload()
  await page.getByText('Onboarding', { exact: true }).waitFor()
  assert.ok(!(await page.content()).includes(token))
  await page.getByRole('button', { name: 'Revoke the token Onboarding' }).click()
  await page.getByRole('button', { name: 'Revoke token' }).click()
  await page.getByText('No tokens yet.').waitFor()
  assert.equal((await fetch(url, { headers })).status, 401)
})

test('without script a token is created, shown once and revoked', async (t) => {
  const { page, context } = await foyer.visitor(t, { javaScriptEnabled: false })
  const person = await createAccount(foyer, context)
  await postForm(context, '/teams', { name: 'Bobbins', slug: 'bobbins' })
  await postForm(context, '/user/confirm-password', { password: person.password })
  await page.goto('/t/bobbins/tokens')
  await page.getByLabel('Name', { exact: true }).fill('Onboarding')
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.locator('.alert code', { hasText: /^foyer_team_\w{51}$/ }).waitFor()

  await page.goto('/t/bobbins/tokens')
  assert.ok(!/foyer_team_\w{51}/.test(await page.content()))
  await page.getByRole('button', { name: 'Revoke the token Onboarding' }).click()
  await page.getByRole('button', { name: 'Revoke token' }).click()
  await page.getByText('No tokens yet.').waitFor()
})
