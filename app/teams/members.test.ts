import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { createCli } from '#testing/cli.ts'
import { signedInAda } from '#testing/signed-in-accounts.ts'
import { addMember, createEngines, enginesPath, registered, roles, userId } from '#testing/teams.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { onePixelPng, uploadPhoto } from '#testing/upload-photo.ts'

/** Ada owns the team; Grace is an admin, Eve a member. */
async function teamOfThree(t: TestContext) {
  const { foyer, laptop: ada } = await signedInAda(t)
  await createEngines(ada)
  const grace = await addMember(foyer, ada, { name: 'Grace', role: 'admin' })
  const eve = await addMember(foyer, ada, { name: 'Eve' })
  return {
    foyer,
    ada,
    grace,
    eve,
    graceId: await userId(foyer, 'Grace'),
    eveId: await userId(foyer, 'Eve'),
  }
}

const adaId = async ({ db }: TestApp) =>
  (
    await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'ada@example.com')
      .executeTakeFirstOrThrow()
  ).id

const setRole = async (browser: TestBrowser, id: string, role: string) =>
  (await browser.json(`${enginesPath}/members/${id}`, { method: 'PUT', body: { role } })).status

const remove = async (browser: TestBrowser, id: string) =>
  (await browser.json(`${enginesPath}/members/${id}`, { method: 'DELETE' })).status

const leave = async (browser: TestBrowser) =>
  (await browser.json(`${enginesPath}/membership`, { method: 'DELETE' })).status

test('a role counts from the next request of a running session, and its loss too (TEA-14)', async (t) => {
  const { foyer, ada, eve, eveId } = await teamOfThree(t)
  const log = async () => (await eve.json(`${enginesPath}/log.csv`)).status

  assert.equal(await log(), 403)
  assert.equal(await setRole(ada, eveId, 'admin'), 200)
  assert.equal(await log(), 200)
  assert.equal(await setRole(ada, eveId, 'member'), 200)
  assert.equal(await log(), 403)
  const mail = (await foyer.mails())[0]
  assert.equal(mail?.subject, 'Your role in the team Analytical Engines was changed')
})

test('nobody changes or removes a member whose role permits more, or gives such a role (TEA-15)', async (t) => {
  const { foyer, grace, eve, graceId, eveId } = await teamOfThree(t)
  const owner = await adaId(foyer)

  assert.deepEqual(
    [
      await setRole(grace, owner, 'member'),
      await remove(grace, owner),
      await setRole(grace, eveId, 'owner'),
      await setRole(grace, graceId, 'owner'),
      await setRole(eve, eveId, 'admin'),
      await remove(eve, graceId),
    ],
    [403, 403, 403, 403, 403, 403],
  )
  assert.deepEqual(await roles(foyer), { 'Ada Lovelace': 'owner', Eve: 'member', Grace: 'admin' })
})

test('an owner makes nobody an owner without their consent (TEA-15)', async (t) => {
  const { foyer, ada, graceId } = await teamOfThree(t)

  assert.equal(await setRole(ada, graceId, 'owner'), 403)
  assert.equal((await roles(foyer))['Grace'], 'admin')
})

test('the last owner can neither leave nor be lowered nor remove themselves (TEA-16)', async (t) => {
  const { foyer, ada } = await teamOfThree(t)
  const id = await adaId(foyer)

  assert.deepEqual(
    [await leave(ada), await setRole(ada, id, 'admin'), await remove(ada, id)],
    [422, 422, 422],
  )
  assert.equal((await roles(foyer))['Ada Lovelace'], 'owner')
})

test('of two owners who leave or lower each other at the same time one stays (TEA-16)', async (t) => {
  const { foyer, ada, grace, graceId } = await teamOfThree(t)
  await foyer.db
    .updateTable('team_members')
    .set({ role: 'owner' })
    .where('user_id', '=', graceId)
    .execute()
  const id = await adaId(foyer)

  await Promise.all([
    leave(ada),
    leave(grace),
    setRole(ada, graceId, 'member'),
    setRole(grace, id, 'member'),
    remove(ada, graceId),
    remove(grace, id),
  ])

  const owners = Object.values(await roles(foyer)).filter((role) => role === 'owner')
  assert.equal(owners.length, 1)
})

test('a removed member is out at once, and told by email and in their log (TEA-17)', async (t) => {
  const { foyer, ada, eve, eveId } = await teamOfThree(t)

  assert.equal(await remove(ada, eveId), 200)

  assert.equal((await eve.visitPath(enginesPath)).status, 404)
  assert.deepEqual((await eve.visit('teams.index')).page.props['teams'], [])
  const [left] = await foyer.events('team.left')
  assert.partialDeepStrictEqual(left?.data, {
    why: 'removed',
    performedBy: { kind: 'team-member', id: await adaId(foyer), reason: null },
  })
  assert.equal(left?.ip, null)
  const [mail] = await foyer.mails()
  assert.equal(mail?.subject, 'You were removed from the team Analytical Engines')
  assert.equal(mail?.to, 'eve@example.com')
  const { props } = (await eve.visit('time-travel.index')).page
  assert.deepEqual(Object(props['present']).teams, {})
})

test('the log of a member has only the id of who changed their role, and shows the name while there is one (TEA-137)', async (t) => {
  const { foyer, ada, eve, eveId } = await teamOfThree(t)
  await setRole(ada, eveId, 'admin')
  const shown = async () => {
    const { props } = (await eve.visit('time-travel.index')).page
    const rows: { type: string; data: Record<string, unknown> }[] = Object(props['events']).data
    return Object(rows.find(({ type }) => type === 'team.role-changed')?.data)['performedBy']
  }
  const log = async () =>
    JSON.stringify(
      await foyer.db.selectFrom('events').selectAll().where('user_id', '=', eveId).execute(),
    )

  assert.partialDeepStrictEqual(await shown(), { kind: 'team-member', name: 'Ada Lovelace' })
  assert.match((await eve.open('/time-travel')).text, /By Ada Lovelace/)
  await createCli(foyer)('user:delete', 'ada@example.com', '--yes')

  assert.doesNotMatch(await log(), /Lovelace/)
  assert.equal(Object(await shown())['name'], undefined)
  assert.match((await eve.open('/time-travel')).text, /By a member whose account is gone/)
})

test('a member whose role is not declared any more leaves (TEA-138)', async (t) => {
  const { foyer, eve, eveId } = await teamOfThree(t)
  await foyer.db
    .updateTable('team_members')
    .set({ role: 'intern' })
    .where('user_id', '=', eveId)
    .execute()

  assert.equal((await eve.visitPath(enginesPath)).status, 403)
  assert.partialDeepStrictEqual((await eve.visit('teams.index')).page.props['teams'], [
    { slug: 'engines', mayOpen: false },
  ])
  assert.match((await eve.open('/teams')).text, /Leave the team Analytical Engines/)
  assert.equal(await leave(eve), 200)

  assert.deepEqual(Object.keys(await roles(foyer)), ['Ada Lovelace', 'Grace'])
})

test('members leave by themselves (TEA-17)', async (t) => {
  const { foyer, eve } = await teamOfThree(t)

  const { location } = await eve.visitPath(`${enginesPath}/membership`, { method: 'DELETE' })

  assert.equal(location, '/teams')
  assert.equal((await eve.visitPath(enginesPath)).status, 404)
  assert.deepEqual(await roles(foyer), { 'Ada Lovelace': 'owner', Grace: 'admin' })
})

test('a request that was let in before the role was lowered changes nothing after it (TEA-14)', async (t) => {
  const { foyer, ada, grace, graceId, eveId } = await teamOfThree(t)

  const [lowered] = await Promise.all([
    setRole(ada, graceId, 'member'),
    ...Array.from({ length: 5 }, () => remove(grace, eveId)),
  ])

  assert.equal(lowered, 200)
  const events = await foyer.db
    .selectFrom('team_events')
    .select(['seq', 'type'])
    .orderBy('seq')
    .execute()
  const order = events.map(({ type }) => type)
  const [change, left] = [order.indexOf('member.role-changed'), order.indexOf('member.left')]
  assert.ok(left === -1 || left < change)
})

test('members see names, and only those who invite or remove see addresses (TEA-18)', async (t) => {
  const { ada, eve } = await teamOfThree(t)
  const emails = async (browser: TestBrowser) => {
    const { props } = (await browser.visitPath(`${enginesPath}/members`)).page
    const members: { email: string | null }[] = Object(props['members'])
    return { emails: members.map(({ email }) => email), invitations: props['invitations'] }
  }

  const all = ['ada@example.com', 'grace@example.com', 'eve@example.com']
  assert.deepEqual(await emails(ada), { emails: all, invitations: [] })
  assert.deepEqual(await emails(eve), { emails: [null, null, all[2]], invitations: null })
})

test('the list of members is paged in one order, without a gap or a duplicate (TEA-18)', async (t) => {
  const { foyer, ada } = await teamOfThree(t)
  const team = await foyer.db.selectFrom('teams').select('id').executeTakeFirstOrThrow()
  const ids = Array.from({ length: 60 }, (_, index) => `0000000${String(index).padStart(2, '0')}`)
  for (const short of ids) {
    const id = `${short}-0000-7000-8000-000000000000`.slice(-36).padStart(36, '0')
    const user = { id, name: short, email: short, email_key: short, created_at: 0 }
    await foyer.db
      .insertInto('users')
      .values({ ...user, event_count: 0, refused_count: 0 })
      .execute()
    const member = { team_id: team.id, user_id: id, role: 'member', joined_at: 1 }
    await foyer.db.insertInto('team_members').values(member).execute()
  }

  const first = (await ada.visitPath(`${enginesPath}/members`)).page.props
  const second = (await ada.visitPath(String(first['nextHref']))).page.props
  const shown = [...Object(first['members']), ...Object(second['members'])]

  assert.equal(shown.length, 63)
  assert.equal(new Set(shown.map(({ id }) => id)).size, 63)
  assert.equal(second['nextHref'], null)
})

test('members see the current photo of a member, nobody else does, and no longer once they left (TEA-129)', async (t) => {
  const { foyer, ada, grace, graceId } = await teamOfThree(t)
  await uploadPhoto(grace, onePixelPng)
  const { members } = (await ada.visitPath(`${enginesPath}/members`)).page.props
  const url = String(
    Array.isArray(members) && members.find(({ name }) => name === 'Grace')?.photoUrl,
  )
  const outsider = await registered(foyer, 'Mallory')
  await createEngines(outsider, { name: 'Looms', slug: 'looms' })

  assert.equal((await ada.open(url)).header('content-type'), 'image/webp')
  assert.equal((await outsider.open(url)).status, 404)
  assert.equal((await outsider.open(url.replace('engines', 'looms'))).status, 404)
  await uploadPhoto(grace, onePixelPng)
  assert.equal((await ada.open(url)).status, 404)
  const { members: now } = (await ada.visitPath(`${enginesPath}/members`)).page.props
  const newUrl = String(Array.isArray(now) && now.find(({ name }) => name === 'Grace')?.photoUrl)
  assert.equal((await ada.open(newUrl)).status, 200)
  assert.equal(await remove(ada, graceId), 200)
  assert.equal((await ada.open(newUrl)).status, 404)
})
