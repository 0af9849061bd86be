import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { addAddress } from '#testing/email-addresses.ts'
import { confirmPassword, signedInAda } from '#testing/signed-in-accounts.ts'
import { createTeamClient } from '#testing/team-tokens.ts'
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
} from '#testing/teams.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days } from '#testing/test-clock.ts'

const invitationsPath = `${enginesPath}/invitations`

async function adaWithTeam(t: TestContext) {
  const { foyer, laptop: ada } = await signedInAda(t)
  await createEngines(ada)
  return { foyer, ada }
}

const send = (browser: TestBrowser, path: string, body: object = {}) =>
  browser.json(path, { method: 'POST', body })

/** @returns status and errors */
async function sendAgain({ db }: TestApp, browser: TestBrowser, email: string) {
  const { id } = await db
    .selectFrom('team_invitations')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const response = await send(browser, `${invitationsPath}/${id}/mail`)
  return [response.status, response.status === 422 ? response.raw.json().errors : null]
}

test('an invitation is not sent again while the team is about to be deleted (TEA-134)', async (t) => {
  const { foyer, ada } = await adaWithTeam(t)
  const email = 'guest@example.com'
  await invite(foyer, ada, { email })
  await confirmPassword(ada)
  await ada.json(enginesPath, { method: 'DELETE', body: { confirmation: 'engines' } })

  const form = ['This team is about to be deleted. Cancel the deletion first.']
  assert.deepEqual(await sendAgain(foyer, ada, email), [422, { form }])
})

test('an expired invitation is sent again only when a seat is free (TEA-134)', async (t) => {
  const foyer = await createTestApp(t, { TEAM_SEATS: '2' })
  const ada = await registered(foyer, 'Ada')
  await createEngines(ada)
  await invite(foyer, ada, { email: 'first@example.com' })
  foyer.clock.advance(8 * days)
  const back = foyer.browser()
  await back.visit('login.store', { ...person('Ada') })
  await invite(foyer, back, { email: 'second@example.com' })

  const form = ['The team has no free seat.']
  assert.deepEqual(await sendAgain(foyer, back, 'first@example.com'), [422, { form }])
  assert.deepEqual(await sendAgain(foyer, back, 'second@example.com'), [202, null])
})

test('an invitation is not sent again to a member (TEA-134)', async (t) => {
  const { foyer, ada } = await adaWithTeam(t)
  const grace = await registered(foyer, 'Grace')
  const link = await invite(foyer, ada, { email: 'other@example.com' })
  await invite(foyer, ada, { email: person('Grace').email })
  assert.equal((await accept(grace, link, { other_address: true })).status, 200)

  const form = ['This address belongs to a member of the team.']
  assert.deepEqual(await sendAgain(foyer, ada, person('Grace').email), [422, { form }])
})

test('inviting does not tell that an additional address belongs to a member (TEA-135)', async (t) => {
  const { foyer, ada } = await adaWithTeam(t)
  const grace = await addMember(foyer, ada, { name: 'Grace' })
  await addAddress(foyer, grace, 'secret@example.com')
  const ask = async (email: string) => {
    const { status, text } = await send(ada, invitationsPath, { email, role: 'admin' })
    return { status, text }
  }

  assert.deepEqual(await ask('secret@example.com'), await ask('stranger@example.com'))
  assert.equal((await ask(person('Grace').email)).status, 422)
  assert.deepEqual(await sendAgain(foyer, ada, 'secret@example.com'), [202, null])
})

test('an invitation to an additional address of a member raises no role, and is not behind their bell (TEA-135)', async (t) => {
  const { foyer, ada } = await adaWithTeam(t)
  const grace = await addMember(foyer, ada, { name: 'Grace' })
  await addAddress(foyer, grace, 'secret@example.com')
  const notifications = () =>
    foyer.db.selectFrom('notifications').select('id').where('type', '=', 'team-invited').execute()
  const before = await notifications()

  const link = await invite(foyer, ada, { email: 'secret@example.com', role: 'admin' })

  assert.equal(link, await invitationLink(foyer))
  assert.equal((await grace.visitPath(link)).page.props['step'], 'member')
  assert.equal((await accept(grace, link)).status, 200)
  assert.deepEqual(await roles(foyer), { 'Ada Lovelace': 'owner', Grace: 'member' })
  assert.deepEqual(await notifications(), before)
})

test('a refused invitation spends no mail of its address (TEA-147)', async (t) => {
  const { foyer, ada } = await adaWithTeam(t)
  const { email } = person('Grace')
  for (let count = 0; count < 7; count++)
    assert.equal((await send(ada, invitationsPath, { email, role: 'owner' })).status, 403)

  await registered(foyer, 'Grace')

  assert.deepEqual(
    (await foyer.mails()).flatMap(({ to, subject }) => (to === email ? subject : [])),
    ['Confirm your email address for Foyer'],
  )
})

test('of invitations of one address at the same time, only the one that is stored spends a mail (TEA-147)', async (t) => {
  const { foyer, ada } = await adaWithTeam(t)
  const { email } = person('Grace')
  const invited = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7].map(() => send(ada, invitationsPath, { email, role: 'member' })),
  )
  assert.deepEqual(invited.map(({ status }) => status).toSorted(), [201, ...Array(6).fill(422)])

  await registered(foyer, 'Grace')

  const subjects = (await foyer.mails()).flatMap(({ to, subject }) => (to === email ? subject : []))
  assert.ok(subjects.includes('Confirm your email address for Foyer'))
})

test('an invitation that is refused for the team spends none either, also by a token and again (TEA-147)', async (t) => {
  const foyer = await createTestApp(t, { TEAM_SEATS: '2' })
  const ada = await registered(foyer, 'Ada')
  await createEngines(ada)
  const email = 'first@example.com'
  const token = await createTeamClient(foyer, ada)
  await invite(foyer, ada, { email })
  const body = { email, role: 'member' }
  for (let count = 0; count < 3; count++) {
    assert.equal((await send(ada, invitationsPath, body)).status, 422)
    assert.equal(await token.status('/api/team/invitations', { method: 'POST', body }), 422)
  }
  foyer.clock.advance(8 * days)
  const back = foyer.browser()
  await back.visit('login.store', { ...person('Ada') })
  await invite(foyer, back, { email: 'second@example.com' })
  for (let count = 0; count < 6; count++)
    assert.equal((await sendAgain(foyer, back, email))[0], 422)
  await foyer.db.deleteFrom('team_invitations').where('email', '!=', email).execute()

  assert.deepEqual(await sendAgain(foyer, back, email), [202, null])

  const mails = (await foyer.mails()).filter(({ to }) => to === email)
  assert.equal(mails.length, 2)
})
