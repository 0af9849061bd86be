import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createBackEnd, managementApp } from '#testing/management-api.ts'
import { addMember, createEngines, engines, registered, userId } from '#testing/teams.ts'

test('pages of teams and of members have no gaps and no repetitions (MAN-22)', async (t) => {
  const foyer = await managementApp(t)
  const ada = await registered(foyer, 'Ada')
  for (const slug of ['one', 'two', 'three']) await createEngines(ada, { name: slug, slug })
  await addMember(foyer, ada, { name: 'Grace', team: '/t/one' })
  await addMember(foyer, ada, { name: 'Eve', team: '/t/one' })
  const program = await createBackEnd(foyer, { permissions: ['teams.view'] })
  const pages = async (path: string) => {
    const first = (await program.request(`${path}?limit=2`)).raw.json()
    const next = `${path}?limit=2&cursor=${first.next_cursor}`
    return [first, (await program.request(next)).raw.json()]
  }

  const [first, second] = await pages('/api/admin/teams')
  const slugs = [...first.data, ...second.data].map(({ slug }: { slug: string }) => slug)
  assert.deepEqual(slugs, ['three', 'two', 'one'])
  assert.equal(second.next_cursor, null)
  const members = await pages(`/api/admin/teams/${second.data[0].id}/members`)
  const ids = members.flatMap(({ data }) => data.map(({ id }: { id: string }) => id))
  const expected = await Promise.all(['Ada', 'Grace', 'Eve'].map((name) => userId(foyer, name)))
  assert.deepEqual(ids, expected.toSorted())
})

test('teams are filtered, and one is shown with its seats (MAN-22)', async (t) => {
  const foyer = await managementApp(t, { TEAM_SEATS: '9' })
  const ada = await registered(foyer, 'Ada')
  await createEngines(ada)
  const eve = await registered(foyer, 'Eve')
  await createEngines(eve, { name: 'Looms', slug: 'looms' })
  const teams = foyer.db.updateTable('teams').where('slug', '=', 'looms')
  await teams.set({ deletes_at: foyer.clock.now() + 1e9 }).execute()
  const program = await createBackEnd(foyer)
  const list = async (query: string) => {
    const { raw } = await program.request(`/api/admin/teams?${query}`)
    return raw.json().data.map(({ slug }: { slug: string }) => slug)
  }

  assert.deepEqual(await list(''), ['looms', 'engines'])
  assert.deepEqual(await list('slug=engines'), ['engines'])
  assert.deepEqual(await list(`member=${await userId(foyer, 'Eve')}`), ['looms'])
  assert.deepEqual(await list('status=active'), ['engines'])
  assert.deepEqual(await list('status=deleting'), ['looms'])
  for (const query of ['status=x', 'member=x', 'limit=101', 'cursor=1'])
    assert.equal(await program.status(`/api/admin/teams?${query}`), 422, query)
  const { raw } = await program.request('/api/admin/teams?slug=engines')
  const [{ id }] = raw.json().data
  const one = (await program.request(`/api/admin/teams/${id}`)).raw.json()
  assert.partialDeepStrictEqual(one, { ...engines, member_count: 1, seats: 9, seat_limit: null })
})

test('with TEAMS=off the routes of teams do not exist (MAN-29)', async (t) => {
  const foyer = await managementApp(t, { TEAMS: 'off' })
  const program = await createBackEnd(foyer)
  const { paths } = (await program.request('/api/admin/openapi.json')).raw.json()

  assert.equal(await program.status('/api/admin/teams'), 404)
  assert.equal(await program.status('/api/admin/teams', { method: 'POST', body: {} }), 404)
  assert.equal(await program.status('/api/admin/users'), 200)
  assert.deepEqual(
    Object.keys(paths).filter((path) => path.includes('teams')),
    [],
  )
})
