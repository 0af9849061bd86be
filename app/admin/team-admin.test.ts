import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { adminAndAccount, eventsOf } from '#testing/administrator.ts'
import { createCli } from '#testing/cli.ts'
import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import { createEngines } from '#testing/teams.ts'
import { buildTestApp, type createTestApp } from '#testing/test-app.ts'

const reason = 'The company asked by contract'

/** Ada is an administrator, Grace owns Engines. */
async function adminAndTeam(t: TestContext) {
  const { foyer, laptop, other, id: ownerId } = await adminAndAccount(t, 'admin')
  await createEngines(other)
  const { id } = await foyer.db.selectFrom('teams').select('id').executeTakeFirstOrThrow()
  const path = `/admin/teams/${id}`
  const change = async (action: string, body: object = {}) =>
    (await laptop.json(`${path}/${action}`, { method: 'POST', body: { reason, ...body } })).status
  return { foyer, laptop, other, id, ownerId, path, change }
}

test('an administrator finds a team by its name, URL or id, and sees its members and log (ADM-75)', async (t) => {
  const { laptop, other, id, ownerId, path } = await adminAndTeam(t)
  await createEngines(other, { name: 'Looms', slug: 'looms' })
  const found = async (search: string) => {
    const { props } = (await laptop.visitPath(`/admin/teams?search=${search}`)).page
    return Object(props['list']).map(({ slug }: { slug: string }) => slug)
  }

  assert.deepEqual(await found(''), ['looms', 'engines'])
  assert.deepEqual(await found('ANALYTICAL'), ['engines'])
  assert.deepEqual(await found('loo'), ['looms'])
  assert.deepEqual(await found(id), ['engines'])
  assert.deepEqual(await found('oom'), [])
  const { props } = (await laptop.visitPath(path)).page
  assert.partialDeepStrictEqual(props, {
    team: { id, slug: 'engines', memberCount: 1, seatLimit: null },
    members: [{ id: ownerId, role: 'owner' }],
    events: [{ type: 'team.created' }],
  })
})

test('a change by an administrator is in the logs of the team and its owner, with name and reason (ADM-76)', async (t) => {
  const { foyer, laptop, other, id, ownerId, change } = await adminAndTeam(t)

  assert.equal(await change('seat-limit', { seat_limit: '3' }), 200)
  assert.equal(await change('delete'), 200)
  assert.equal(await change('keep'), 200)
  assert.equal(await change('seat-limit', { seat_limit: '' }), 200)
  assert.equal(await change('seat-limit', { seat_limit: '0' }), 422)
  assert.equal(await change('seat-limit', { seat_limit: '3', reason: '' }), 422)

  const { props } = (await other.visitPath('/t/engines/log')).page
  assert.equal(props['isIntact'], true)
  assert.partialDeepStrictEqual(props['events'], [
    { type: 'team.seat-limit-changed', actor: ada.name, operator: { reason } },
    { type: 'team.deletion-cancelled', actor: ada.name, operator: { reason } },
    { type: 'team.deletion-requested', actor: ada.name, operator: { reason } },
    { type: 'team.seat-limit-changed', actor: ada.name, operator: { reason } },
  ])
  const stored = await foyer.db.selectFrom('team_events').select('data').execute()
  assert.ok(!JSON.stringify(stored).includes(ada.name))
  const deletion = (await eventsOf(foyer, ownerId)).find(
    ({ type }) => type === 'team.deletion-requested',
  )
  assert.partialDeepStrictEqual(deletion, { ip: null, data: { performedBy: { reason } } })
  const { deletes_at } = await foyer.db
    .selectFrom('teams')
    .select('deletes_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(deletes_at, null)
  assert.equal((await laptop.open(`/t/engines`)).status, 404)
})

test('support and somebody without a role reach no page or change of a team in the admin area (ADM-77)', async (t) => {
  const { foyer, laptop, other, path, change } = await adminAndTeam(t)
  const cli = createCli(foyer)

  for (const role of ['support', 'none']) {
    await cli('user:role', ada.email, role, '--yes')
    assert.ok([403, 404].includes((await laptop.open('/admin/teams')).status), role)
    for (const action of ['seat-limit', 'delete', 'keep'])
      assert.ok([403, 404].includes(await change(action, { seat_limit: '1' })), action)
  }
  const own = await other.json(`${path}/seat-limit`, { method: 'POST', body: { seat_limit: '99' } })
  assert.ok([403, 404].includes(own.status))
  const { event_count, seat_limit } = await foyer.db
    .selectFrom('teams')
    .select(['event_count', 'seat_limit'])
    .executeTakeFirstOrThrow()
  assert.deepEqual([event_count, seat_limit], [1, null])
})

test('an administrator who loses the role while a request runs changes no team (ADM-77)', async (t) => {
  const { foyer, change } = await adminAndTeam(t)
  const { limits } = foyer.app
  const hit = limits.hit.bind(limits)
  limits.hit = async (...args) => {
    limits.hit = hit
    await createCli(foyer)('user:role', ada.email, 'none', '--yes')
    return hit(...args)
  }

  assert.equal(await change('delete'), 403)
  assert.deepEqual(await foyer.events('team.deletion-requested'), [])
})

test('with TEAMS=off the admin area has no teams (ADM-78)', async (t) => {
  const newApp: typeof createTestApp = (owner) => buildTestApp(owner, { TEAMS: 'off' })
  const { foyer, laptop } = await signedInAda(t, newApp)
  await createCli(foyer)('user:role', ada.email, 'admin', '--yes')

  const { text } = await laptop.open('/dashboard')

  assert.equal((await laptop.open('/admin/teams')).status, 404)
  assert.doesNotMatch(text, /admin\.team|admin\/teams/)
})
