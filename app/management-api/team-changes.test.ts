import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { eventsOf, mailsTo } from '#testing/administrator.ts'
import type { ApiClient } from '#testing/api-clients.ts'
import { createBackEnd, managementApp } from '#testing/management-api.ts'
import {
  accept,
  addMember,
  askTeamsBeforeMail,
  createEngines,
  engines,
  enginesPath,
  invitationLink,
  person,
  registered,
  roles,
  userId,
} from '#testing/teams.ts'
import type { TestApp } from '#testing/test-app.ts'
import { days } from '#testing/test-clock.ts'

import { managedTeamLimits } from './limits.ts'

const reason = 'Merged companies'

/** Ada owns Engines, Grace is a member. The back-end manages teams and nothing else. */
async function teamAndBackEnd(t: TestContext) {
  const foyer = await managementApp(t)
  const ada = await registered(foyer, 'Ada')
  await createEngines(ada)
  const grace = await addMember(foyer, ada, { name: 'Grace' })
  const { id } = await foyer.db.selectFrom('teams').select('id').executeTakeFirstOrThrow()
  const program = await createBackEnd(foyer, { permissions: ['teams.view', 'teams.manage'] })
  const path = `/api/admin/teams/${id}`
  const send = (method: 'POST' | 'PUT' | 'DELETE', rest: string, body: object = {}, key = '') =>
    sendTo(program, `${path}${rest}`, { method, body: { reason, ...body }, key })
  return { foyer, ada, grace, id, program, path, send }
}

interface Sent {
  method: 'POST' | 'PUT' | 'DELETE'
  body: object
  key?: string
}

async function sendTo(program: ApiClient, path: string, { method, body, key = '' }: Sent) {
  const headers = key === '' ? {} : { 'idempotency-key': key }
  return (await program.request(path, { method, body, headers })).status
}

async function teamLog({ db }: TestApp, teamId: string) {
  const rows = await db
    .selectFrom('team_events')
    .select(['type', 'data'])
    .where('team_id', '=', teamId)
    .orderBy('seq')
    .execute()
  return rows.map(({ type, data }) => ({ type, data: JSON.parse(data) }))
}

test('every change of a team by a service is in its log, with the name of the service and the reason (MAN-23)', async (t) => {
  const { foyer, id, program, send } = await teamAndBackEnd(t)
  const grace = await userId(foyer, 'Grace')
  const before = (await teamLog(foyer, id)).length

  assert.equal(await send('PUT', '', { name: 'Difference Engines', slug: 'engines' }), 204)
  assert.equal(await send('PUT', '/seat-limit', { seat_limit: 7 }), 204)
  assert.equal(await send('POST', '/invitations', { email: 'b@x.example', role: 'member' }), 204)
  assert.equal(await send('PUT', `/members/${grace}/role`, { role: 'admin' }), 204)
  assert.equal(await send('DELETE', ''), 204)
  assert.equal(await send('DELETE', '/deletion'), 204)
  assert.equal(await send('DELETE', `/members/${grace}`), 204)

  const events = (await teamLog(foyer, id)).slice(before)
  assert.deepEqual(
    events.map(({ type }) => type),
    [
      'team.updated',
      'team.seat-limit-changed',
      'invitation.sent',
      'member.role-changed',
      'team.deletion-requested',
      'team.deletion-cancelled',
      'member.left',
    ],
  )
  const performedBy = { kind: 'service', id: program.id, name: 'Billing', reason }
  for (const { data } of events) {
    assert.deepEqual(data.performedBy, performedBy)
    assert.equal(data.by, null)
  }
  assert.deepEqual(events.at(-1)?.data.why, 'removed')
  const ofGrace = (await eventsOf(foyer, grace)).slice(-2)
  assert.deepEqual(
    ofGrace.map(({ type, data }) => [type, data.performedBy]),
    [
      ['team.role-changed', performedBy],
      ['team.left', performedBy],
    ],
  )
  const ofOwner = (await eventsOf(foyer, await userId(foyer, 'Ada'))).at(-1)
  assert.deepEqual([ofOwner?.ip, ofOwner?.data.performedBy], [null, performedBy])
})

test('the log of the team shows its members that the service acted, and stays intact (MAN-23)', async (t) => {
  const { ada, send } = await teamAndBackEnd(t)
  await send('PUT', '/seat-limit', { seat_limit: 7 })

  const { props } = (await ada.visitPath(`${enginesPath}/log`)).page

  assert.equal(props['isIntact'], true)
  const [event] = Object(props['events'])
  assert.partialDeepStrictEqual(event, { actor: 'Billing', operator: { reason } })
})

test('a service creates a team for its owner, once for each idempotency key (MAN-24)', async (t) => {
  const { foyer, program } = await teamAndBackEnd(t)
  const owner = await userId(foyer, 'Grace')
  const looms = { name: 'Looms', slug: 'looms', owner }
  const create = (body: object, key = '') =>
    sendTo(program, '/api/admin/teams', { method: 'POST', body, key })

  const answers = await Promise.all([create(looms, 'a'), create(looms, 'a'), create(looms, 'a')])

  assert.deepEqual(answers, [201, 201, 201])
  assert.deepEqual(await roles(foyer, 'looms'), { Grace: 'owner' })
  assert.equal(await create({ ...looms, slug: 'Admin' }), 422)
  assert.equal(await create({ ...looms, slug: engines.slug }), 422)
  assert.equal(await create({ ...looms, slug: 'cards', owner: program.id }), 422)
  const [event] = (await eventsOf(foyer, owner)).filter(({ type }) => type === 'team.created')
  assert.equal(event?.data.performedBy.name, 'Billing')
})

test('an address invited by a service joins by the mailed link, which names no member as the inviter (MAN-25)', async (t) => {
  const { foyer, send } = await teamAndBackEnd(t)
  const eve = await registered(foyer, 'Eve')
  const { email } = person('Eve')

  assert.equal(await send('POST', '/invitations', { email, role: 'owner' }), 422)
  assert.equal(await send('POST', '/invitations', { email, role: 'admin' }), 204)
  assert.equal(await send('POST', '/invitations', { email, role: 'admin' }), 422)

  const [mail] = await foyer.mails()
  assert.match(String(mail?.text), /You're invited to the team/)
  assert.doesNotMatch(String(mail?.text), /Ada/)
  await eve.open('/login')
  assert.equal((await accept(eve, await invitationLink(foyer))).status, 200)
  assert.equal((await roles(foyer))['Eve'], 'admin')
})

test('a service can neither make a member an owner nor remove the last owner (MAN-26)', async (t) => {
  const { foyer, send } = await teamAndBackEnd(t)
  const [ada, grace] = [await userId(foyer, 'Ada'), await userId(foyer, 'Grace')]

  assert.equal(await send('PUT', `/members/${grace}/role`, { role: 'owner' }), 422)
  assert.equal(await send('PUT', `/members/${ada}/role`, { role: 'member' }), 422)
  assert.equal(await send('DELETE', `/members/${ada}`), 422)
  assert.deepEqual(await roles(foyer), { Ada: 'owner', Grace: 'member' })

  const update = foyer.db.updateTable('team_members').where('user_id', '=', grace)
  await update.set({ role: 'owner' }).execute()
  const removals = await Promise.all([ada, grace].map((id) => send('DELETE', `/members/${id}`)))
  assert.deepEqual(removals.toSorted(), [204, 422])
  assert.deepEqual(Object.values(await roles(foyer)), ['owner'])
})

test('a member removed by a service is notified and shut out at once, and the seat limit counts for invitations (MAN-26)', async (t) => {
  const { foyer, grace, send } = await teamAndBackEnd(t)
  const id = await userId(foyer, 'Grace')

  assert.equal(await send('PUT', '/seat-limit', { seat_limit: 2 }), 204)
  assert.equal(await send('POST', '/invitations', { email: 'b@x.example', role: 'member' }), 422)
  assert.equal(await send('DELETE', `/members/${id}`), 204)

  assert.equal((await grace.open(enginesPath)).status, 404)
  assert.ok((await mailsTo(foyer, person('Grace').email))[0]?.includes('Analytical Engines'))
  assert.equal(await send('PUT', '/seat-limit', { seat_limit: 0 }), 422)
  assert.equal(await send('PUT', '/seat-limit', { seat_limit: null }), 204)
})

test("ids of another team's members are not found, and a token without the permission changes nothing (MAN-27)", async (t) => {
  const { foyer, program, path, send } = await teamAndBackEnd(t)
  const eve = await registered(foyer, 'Eve')
  await createEngines(eve, { name: 'Looms', slug: 'looms' })
  const id = await userId(foyer, 'Eve')
  const viewer = await createBackEnd(foyer, { permissions: ['teams.view', 'accounts.edit'] })

  assert.equal(await send('DELETE', `/members/${id}`), 404)
  assert.equal(await send('PUT', `/members/${id}/role`, { role: 'member' }), 404)
  const unknown = `/api/admin/teams/${id}`
  assert.equal(await sendTo(program, unknown, { method: 'DELETE', body: {} }), 404)
  assert.equal(await program.status(`${unknown}/members`), 404)
  const ofViewer = (rest: string, sent: Sent) => sendTo(viewer, `${path}${rest}`, sent)
  assert.equal(await ofViewer('', { method: 'DELETE', body: {} }), 403)
  assert.equal(await ofViewer('/seat-limit', { method: 'PUT', body: { seat_limit: 1 } }), 403)
  assert.deepEqual(await roles(foyer, 'looms'), { Eve: 'owner' })
})

test('services cannot flood a team with changes; a repeated request does not count (MAN-28)', async (t) => {
  const { foyer, send } = await teamAndBackEnd(t)
  const { limit } = managedTeamLimits.perAccount
  const statuses: number[] = []
  assert.equal(await send('PUT', '/seat-limit', { seat_limit: 7 }, 'a'), 204)
  for (let i = 0; i < limit; i++) statuses.push(await send('PUT', '/seat-limit', { seat_limit: 7 }))

  assert.deepEqual(statuses.slice(-2), [204, 429])
  assert.equal(await send('PUT', '/seat-limit', { seat_limit: 7 }, 'a'), 204)
  foyer.clock.advance(1 * days)
  assert.equal(await send('PUT', '/seat-limit', { seat_limit: 8 }), 204)
})

test('an invitation by a service that is refused spends no mail of its address (TEA-147)', async (t) => {
  const { foyer, send } = await teamAndBackEnd(t)
  const { email } = person('Grace')
  for (let count = 0; count < 7; count++)
    assert.equal(await send('POST', '/invitations', { email, role: 'member' }), 422)
  const before = (await mailsTo(foyer, email)).length

  await foyer.browser().visit('register.store', { ...person('Grace'), terms: true })

  assert.equal((await mailsTo(foyer, email)).length, before + 1)
})

test('an invitation that a service sends twice at once with a key is answered the same twice (TEA-147)', async (t) => {
  const { foyer, send } = await teamAndBackEnd(t)
  const body = { email: 'a@x.example', role: 'member' }

  const statuses = await Promise.all([1, 2, 3].map(() => send('POST', '/invitations', body, 'key')))

  assert.deepEqual(statuses, [204, 204, 204])
  assert.equal((await mailsTo(foyer, body.email)).length, 1)
})

test(
  'a slow rate limiter of mails holds no transaction open while a service invites, and is not asked again for a repeated request (MAN-30)',
  { timeout: 10_000 },
  async (t) => {
    const { foyer, send } = await teamAndBackEnd(t)
    const asked = askTeamsBeforeMail(foyer)
    const inviteOnce = () =>
      send('POST', '/invitations', { email: 'a@x.example', role: 'member' }, 'key')

    assert.equal(await inviteOnce(), 204)
    assert.ok(await invitationLink(foyer))
    const { count } = asked
    assert.equal(await inviteOnce(), 204)
    assert.ok(await invitationLink(foyer))

    assert.ok(count > 0)
    assert.equal(asked.count, count)
  },
)

test('an invitation that a service sends with a key of another request spends no mail of its address (TEA-165)', async (t) => {
  const { foyer, send } = await teamAndBackEnd(t)
  const email = 'a@x.example'
  const invited = { email, role: 'member' }
  assert.equal(await send('PUT', '/seat-limit', { seat_limit: 9 }, 'used'), 204)
  for (let count = 0; count < 7; count++)
    assert.equal(await send('POST', '/invitations', invited, 'used'), 422)

  assert.equal(await send('POST', '/invitations', invited), 204)

  assert.equal((await mailsTo(foyer, email)).length, 1)
})
