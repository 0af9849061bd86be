import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { signedInAda } from '#testing/signed-in-accounts.ts'
import {
  accept,
  addMember,
  createEngines,
  enginesPath,
  invitationLink,
  invite,
  person,
  registered,
  roles,
  userId,
} from '#testing/teams.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days } from '#testing/test-clock.ts'

const grace = person('Grace').email

/** Ada owns the team Engines. */
async function adaWithTeam(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  await createEngines(laptop)
  return { foyer, laptop }
}

const send = (browser: TestBrowser, path: string, body: object = {}) =>
  browser.json(path, { method: 'POST', body })

const openInvitations = ({ db }: TestApp) =>
  db.selectFrom('team_invitations').selectAll().orderBy('id').execute()

test('an invited account sees team, inviter and address, and joins with its role (TEA-06)', async (t) => {
  const { foyer, laptop } = await adaWithTeam(t)
  const browser = await registered(foyer, 'Grace')
  const link = await invite(foyer, laptop, { email: grace, role: 'admin' })

  const { page } = await browser.visitPath(link)
  const { location } = await browser.visitPath(link, { method: 'POST', body: {} })

  assert.equal(page.component, 'Teams/AcceptInvitation')
  assert.partialDeepStrictEqual(page.props, {
    team: 'Analytical Engines',
    inviter: 'Ada Lovelace',
    email: grace,
    role: 'admin',
    step: 'accept',
  })
  assert.equal(location, enginesPath)
  assert.deepEqual(await roles(foyer), { 'Ada Lovelace': 'owner', Grace: 'admin' })
  const [joined] = await foyer.events('team.joined')
  assert.partialDeepStrictEqual(joined?.data, { name: 'Analytical Engines', role: 'admin' })
  assert.equal((await foyer.mails())[0]?.subject, 'You joined the team Analytical Engines')
})

test('an address without an account gets one by the link, and is a member at once (TEA-07)', async (t) => {
  const { foyer, laptop } = await adaWithTeam(t)
  const link = await invite(foyer, laptop, { email: grace })
  const browser = foyer.browser()

  const { page } = await browser.visitPath(link)
  const form = { name: 'Grace', password: 'a fleet of moths', terms: true, email: 'eve@x.example' }
  const { location } = await browser.visitPath(`${link}/register`, { method: 'POST', body: form })

  assert.equal(page.props['step'], 'register')
  assert.equal(location, enginesPath)
  assert.equal((await browser.visitPath(enginesPath)).status, 200)
  assert.deepEqual(await roles(foyer), { 'Ada Lovelace': 'owner', Grace: 'member' })
  assert.ok(await userId(foyer, 'Grace'))
  const again = foyer.browser()
  const repeated = await again.visitPath(`${link}/register`, { method: 'POST', body: form })
  assert.equal(repeated.status, 410)
})

for (const registration of ['closed', 'waitlist'] as const) {
  test(`with registration ${registration}, the link of a team invitation creates no account (TEA-07)`, async (t) => {
    const foyer = await createTestApp(t, { REGISTRATION: 'open' })
    const owner = await registered(foyer, 'Ada')
    await createEngines(owner)
    const link = await invite(foyer, owner, { email: grace })
    foyer.config.registration = registration
    const browser = foyer.browser()

    const form = { name: 'Grace', password: 'a fleet of moths', terms: true }
    assert.equal((await browser.visitPath(link)).page.props['step'], 'closed')
    assert.equal((await browser.visitPath(`${link}/register`)).status, 410)
    const answer = await browser.visitPath(`${link}/register`, { method: 'POST', body: form })
    assert.equal(answer.status, 410)
  })
}

test('another account joins with the link only on purpose (TEA-08)', async (t) => {
  const { foyer, laptop } = await adaWithTeam(t)
  const eve = await registered(foyer, 'Eve')
  const link = await invite(foyer, laptop, { email: grace })

  const { page } = await eve.visitPath(link)
  const refused = await accept(eve, link)
  const agreed = await accept(eve, link, { other_address: true })

  assert.equal(page.props['step'], 'other-address')
  assert.equal(refused.status, 422)
  assert.deepEqual(Object.keys(refused.raw.json().errors), ['other_address'])
  assert.equal(agreed.status, 200)
  assert.deepEqual(await roles(foyer), { 'Ada Lovelace': 'owner', Eve: 'member' })
})

test('an invitation works once, also for concurrent requests of two accounts (TEA-09)', async (t) => {
  const { foyer, laptop } = await adaWithTeam(t)
  const browsers = [await registered(foyer, 'Grace'), await registered(foyer, 'Eve')]
  const link = await invite(foyer, laptop, { email: grace })
  for (const browser of browsers) await browser.open('/login')

  const answers = await Promise.all(
    [0, 1, 0, 1, 0, 1].map((index) =>
      accept(browsers[index] ?? laptop, link, { other_address: true }),
    ),
  )

  assert.equal((await roles(foyer))['Ada Lovelace'], 'owner')
  assert.equal(Object.keys(await roles(foyer)).length, 2)
  assert.equal((await foyer.events('team.joined')).length, 1)
  assert.ok(answers.every(({ status }) => status === 200 || status === 410))
  assert.equal((await accept(await registered(foyer, 'Mallory'), link)).status, 410)
})

test('expired, revoked, declined, replaced and altered links of team invitations are gone (TEA-10)', async (t) => {
  const { foyer, laptop } = await adaWithTeam(t)
  const browser = await registered(foyer, 'Grace')
  const first = await invite(foyer, laptop, { email: grace })
  const [row] = await openInvitations(foyer)
  await send(laptop, `${enginesPath}/invitations/${row?.id}/mail`)
  const second = await invitationLink(foyer)
  const altered = `${second.slice(0, -1)}${second.endsWith('A') ? 'B' : 'A'}`
  const status = async (link: string) => (await accept(browser, link)).status

  assert.notEqual(first, second)
  assert.deepEqual([await status(first), await status(altered)], [410, 410])
  await laptop.json(`${enginesPath}/invitations/${row?.id}`, { method: 'DELETE' })
  assert.equal(await status(second), 410)

  const third = await invite(foyer, laptop, { email: grace })
  await foyer.browser().visitPath(third, { method: 'DELETE' })
  assert.equal(await status(third), 410)
  const fourth = await invite(foyer, laptop, { email: grace })
  foyer.clock.advance(7 * days)
  assert.equal((await foyer.browser().visitPath(fourth)).status, 410)
  assert.equal((await accept(await registered(foyer, 'Eve'), fourth)).status, 410)
  assert.deepEqual(await roles(foyer), { 'Ada Lovelace': 'owner' })
})

test('nobody invites with a role that permits more than their own, or as owner (TEA-11)', async (t) => {
  const { foyer, laptop } = await adaWithTeam(t)
  const admin = await addMember(foyer, laptop, { name: 'Grace', role: 'admin' })
  const member = await addMember(foyer, laptop, { name: 'Eve' })
  const attempt = async (browser: TestBrowser, role: string) =>
    (await send(browser, `${enginesPath}/invitations`, { email: `${role}@x.example`, role })).status

  assert.deepEqual(
    [await attempt(laptop, 'owner'), await attempt(admin, 'owner'), await attempt(laptop, 'root')],
    [403, 403, 422],
  )
  assert.deepEqual([await attempt(member, 'member'), await attempt(admin, 'admin')], [403, 201])
  assert.equal((await openInvitations(foyer)).length, 1)
})

test('a lowered or removed member leaves no invitation behind that would let them back in (TEA-12)', async (t) => {
  const { foyer, laptop } = await adaWithTeam(t)
  const admin = await addMember(foyer, laptop, { name: 'Grace', role: 'admin' })
  const graceId = await userId(foyer, 'Grace')
  const accomplice = await registered(foyer, 'Eve')
  const link = await invite(foyer, admin, { email: person('Eve').email, role: 'admin' })
  const back = await invite(foyer, laptop, { email: 'second@x.example' })
  await foyer.db
    .updateTable('team_invitations')
    .set({ email: grace, email_key: grace })
    .where('email', '=', 'second@x.example')
    .execute()

  await laptop.json(`${enginesPath}/members/${graceId}`, {
    method: 'PUT',
    body: { role: 'member' },
  })
  assert.equal((await accept(accomplice, link)).status, 410)
  await laptop.json(`${enginesPath}/members/${graceId}`, { method: 'DELETE' })
  assert.equal((await accept(admin, back)).status, 410)
  assert.deepEqual(await roles(foyer), { 'Ada Lovelace': 'owner' })
})

test('an invitation never raises the role of a member (TEA-11)', async (t) => {
  const { foyer, laptop } = await adaWithTeam(t)
  const member = await addMember(foyer, laptop, { name: 'Grace' })
  const link = await invite(foyer, laptop, { email: 'other@x.example', role: 'admin' })

  const { page } = await member.visitPath(link)
  await accept(member, link, { other_address: true })

  assert.equal(page.props['step'], 'member')
  assert.equal((await roles(foyer))['Grace'], 'member')
  assert.equal((await openInvitations(foyer)).length, 1)
})

test('invitations take seats, and two accepted at the same time do not exceed them (TEA-13)', async (t) => {
  const foyer = await createTestApp(t, { TEAM_SEATS: '3' })
  const owner = await registered(foyer, 'Ada')
  await createEngines(owner)
  const browsers = [await registered(foyer, 'Grace'), await registered(foyer, 'Eve')]
  const links = [
    await invite(foyer, owner, { email: grace }),
    await invite(foyer, owner, { email: person('Eve').email }),
  ]
  const full = await send(owner, `${enginesPath}/invitations`, {
    email: 'x@x.example',
    role: 'member',
  })
  await foyer.db.updateTable('teams').set({ seat_limit: 2 }).execute()
  for (const browser of browsers) await browser.open('/login')

  const answers = await Promise.all(
    browsers.map((browser, index) => accept(browser, links[index] ?? '')),
  )

  assert.equal(full.status, 422)
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422])
  assert.equal(Object.keys(await roles(foyer)).length, 2)
})

test('an invited address is invited once, and a member not at all (TEA-13)', async (t) => {
  const { foyer, laptop } = await adaWithTeam(t)
  await addMember(foyer, laptop, { name: 'Eve' })
  const form = { email: grace, role: 'member' }

  const answers = await Promise.all(
    [1, 2, 3].map(() => send(laptop, `${enginesPath}/invitations`, form)),
  )
  const member = { ...form, email: person('Eve').email.toUpperCase() }

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422, 422])
  assert.equal((await send(laptop, `${enginesPath}/invitations`, member)).status, 422)
  assert.equal((await openInvitations(foyer)).length, 1)
})

test('opening a link changes nothing, and the database has no copy of it (TEA-10)', async (t) => {
  const { foyer, laptop } = await adaWithTeam(t)
  const link = await invite(foyer, laptop, { email: grace })
  const [, secret = ''] = link.split('.')

  const opened = await foyer.browser().open(link)

  assert.equal(opened.header('referrer-policy'), 'no-referrer')
  assert.match(opened.header('cache-control') ?? '', /no-store/)
  const rows = await openInvitations(foyer)
  assert.equal(rows.length, 1)
  assert.ok(!JSON.stringify(rows).includes(secret))
})

test('a guest who signs in is led back to the invitation (TEA-06)', async (t) => {
  const { foyer, laptop } = await adaWithTeam(t)
  const browser = await registered(foyer, 'Grace')
  await browser.visit('logout')
  const link = await invite(foyer, laptop, { email: grace })

  const { page } = await browser.visitPath(link)
  const form = { email: grace, password: person('Grace').password }
  const { location } = await browser.visit('login.store', form)

  assert.equal(page.props['step'], 'sign-in')
  assert.equal(location, link)
})
