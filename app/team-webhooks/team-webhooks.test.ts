import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { features } from '#app/features.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import { notMeLink } from '#testing/account-takeover.ts'
import { ada as adaPerson, confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import { addMember, createEngines, enginesPath, registered, userId } from '#testing/teams.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days } from '#testing/test-clock.ts'
import {
  appWithWebhooks,
  createEndpointFor,
  isGenuine,
  startReceiver,
} from '#testing/webhook-receiver.ts'

import { maxTeamWebhooks } from './limits.ts'

const webhooks = `${enginesPath}/webhooks`

/** Ada owns the team, and has confirmed that it is her. */
async function adaWithTeam(t: TestContext) {
  const foyer = await appWithWebhooks(t)
  const ada = foyer.browser()
  await registerAccount(foyer, ada)
  await createEngines(ada)
  await confirmPassword(ada)
  return { foyer, ada, receiver: await startReceiver(t) }
}

async function add(browser: TestBrowser, url: string, team = enginesPath): Promise<string> {
  const { status, raw } = await browser.json(`${team}/webhooks`, { method: 'POST', body: { url } })
  assert.equal(status, 201)
  assert.equal(raw.headers['cache-control'], 'no-store')
  return raw.json().secret
}

const rename = (browser: TestBrowser, name: string) =>
  browser.json(enginesPath, { method: 'PUT', body: { name, slug: 'engines' } })

async function shown(browser: TestBrowser) {
  const { props } = (await browser.visitPath(webhooks)).page
  return Object(props)
}

test('a webhook of a team gets signed messages with ids, and nothing of another team (TEA-41)', async (t) => {
  const { foyer, ada, receiver } = await adaWithTeam(t)
  const secret = await add(ada, receiver.url)
  const eve = await registered(foyer, 'Eve')
  await createEngines(eve, { name: 'Looms', slug: 'looms' })

  const grace = await addMember(foyer, ada, { name: 'Grace' })
  await grace.json(`${enginesPath}/membership`, { method: 'DELETE' })
  await foyer.jobs.runDue()

  const types = receiver.messages.map(({ type }) => type)
  assert.deepEqual(types.toSorted(), [
    'team_invitation.sent',
    'team_member.joined',
    'team_member.left',
  ])
  const joined = receiver.messages.find(({ type }) => type === 'team_member.joined')
  assert.ok(joined && isGenuine(joined, secret))
  const { id } = await foyer.db
    .selectFrom('teams')
    .select('id')
    .where('slug', '=', 'engines')
    .executeTakeFirstOrThrow()
  const member = await userId(foyer, 'Grace')
  const data = { team_id: id, by_member_id: member, member_id: member, role: 'member' }
  assert.deepEqual(joined.data, data)
  assert.doesNotMatch(JSON.stringify(receiver.messages), /Grace|Lovelace|@/)
})

test('operator webhooks receive team events, including team.deleted', async (t) => {
  const { foyer, ada, receiver } = await adaWithTeam(t)
  await createEndpointFor(foyer, receiver, '--events', 'team.deleted,team.deletion_requested')
  const own = await startReceiver(t)
  await add(ada, own.url)

  await ada.json(enginesPath, { method: 'DELETE', body: { confirmation: 'engines' } })
  await pruneExpired({ db: foyer.db }, foyer.clock.now() + 15 * days, features)
  foyer.clock.advance(15 * days)
  await foyer.jobs.runDue()

  const types = receiver.messages.map(({ type }) => type)
  assert.deepEqual(types.toSorted(), ['team.deleted', 'team.deletion_requested'])
  const left = await foyer.db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('team_id', 'is not', null)
    .execute()
  assert.deepEqual(left, [])
})

test("the secret of a team's webhook is shown once, and never in the page (TEA-42)", async (t) => {
  const { ada, receiver } = await adaWithTeam(t)
  const body = { url: receiver.url }

  const { location } = await ada.visitPath(webhooks, { method: 'POST', body })
  assert.equal(location, webhooks)
  const first = await ada.open(webhooks)
  const second = await ada.open(webhooks)

  assert.match(first.text, /whsec_/)
  assert.doesNotMatch(second.text, /whsec_/)
  const { endpoints } = await shown(ada)
  assert.deepEqual(Object.keys(endpoints[0]).toSorted(), [
    'disabledAt',
    'eventTypes',
    'failingSince',
    'id',
    'previousEndsAt',
    'url',
  ])
})

test('adding a webhook and replacing its secret need a confirmation (TEA-42)', async (t) => {
  const { foyer, ada, receiver } = await adaWithTeam(t)
  await add(ada, receiver.url)
  const [{ id }] = (await shown(ada)).endpoints

  await foyer.db.updateTable('sessions').set({ confirmed_at: null }).execute()

  const post = async (path: string, body: object) =>
    (await ada.json(path, { method: 'POST', body })).status
  assert.equal(await post(webhooks, { url: receiver.url }), 423)
  assert.equal(await post(`${webhooks}/${id}/secret`, {}), 423)
})

test('a replaced secret signs, a disabled webhook is silent, and a failed message is sent again (TEA-43)', async (t) => {
  const { foyer, ada, receiver } = await adaWithTeam(t)
  const before = await add(ada, receiver.url)
  const [{ id }] = (await shown(ada)).endpoints
  const path = `${webhooks}/${id}`
  const { raw } = await ada.json(`${path}/secret`, { method: 'POST', body: {} })
  await rename(ada, 'First')
  await foyer.jobs.runDue()
  const [message] = receiver.messages
  assert.ok(message && isGenuine(message, raw.json().secret) && isGenuine(message, before))

  await ada.json(path, { method: 'PUT', body: { enabled: false } })
  await rename(ada, 'Second')
  await foyer.jobs.runDue()
  assert.equal(receiver.messages.length, 1)

  await ada.json(path, { method: 'PUT', body: { enabled: true } })
  const [{ id: sent }] = (await shown(ada)).messages
  const again = await ada.json(`${enginesPath}/webhook-messages/${sent}`, { method: 'POST' })
  await foyer.jobs.runDue()
  assert.equal(again.status, 202)
  assert.deepEqual(
    receiver.messages.map((it) => it.id),
    [message.id, message.id],
  )
  await ada.json(path, { method: 'DELETE' })
  assert.deepEqual((await shown(ada)).endpoints, [])
  const changes = (await foyer.events('team.webhook-changed')).map(({ data }) => data['change'])
  assert.deepEqual(changes.toSorted(), [
    'added',
    'disabled',
    'enabled',
    'removed',
    'secret-replaced',
  ])
})

test("a webhook and a message of another team are not found in one's own (TEA-44)", async (t) => {
  const { foyer, ada, receiver } = await adaWithTeam(t)
  await add(ada, receiver.url)
  await rename(ada, 'Renamed')
  await foyer.jobs.runDue()
  const { endpoints, messages } = await shown(ada)
  const eve = await registered(foyer, 'Eve')
  await createEngines(eve, { name: 'Looms', slug: 'looms' })
  await confirmPassword(eve)
  const status = async (method: 'POST' | 'PUT' | 'DELETE', path: string) =>
    (await eve.json(`/t/looms${path}`, { method, body: {} })).status

  assert.deepEqual(
    [
      await status('PUT', `/webhooks/${endpoints[0].id}`),
      await status('DELETE', `/webhooks/${endpoints[0].id}`),
      await status('POST', `/webhooks/${endpoints[0].id}/secret`),
      await status('POST', `/webhook-messages/${messages[0].id}`),
    ],
    [404, 404, 404, 404],
  )
  assert.deepEqual((await shown(ada)).endpoints, endpoints)
})

test('a team has a limited number of webhooks, also when they are added at the same time (TEA-45)', async (t) => {
  const { foyer, ada, receiver } = await adaWithTeam(t)

  const answers = await Promise.all(
    Array.from({ length: maxTeamWebhooks + 3 }, () =>
      ada.json(webhooks, { method: 'POST', body: { url: receiver.url } }),
    ),
  )

  assert.equal(answers.filter(({ status }) => status === 201).length, maxTeamWebhooks)
  const rows = await foyer.db.selectFrom('webhook_endpoints').select('id').execute()
  assert.equal(rows.length, maxTeamWebhooks)
})

test('messages of a team wait in a lane of teams, and those of the operator in another (TEA-45)', async (t) => {
  const { foyer, ada, receiver } = await adaWithTeam(t)
  receiver.status = 500
  await add(ada, receiver.url)
  const operator = await createEndpointFor(foyer, receiver, '--events', 'team.deletion_requested')

  await rename(ada, 'Looms')
  await ada.json(enginesPath, { method: 'DELETE', body: { confirmation: 'engines' } })
  await foyer.jobs.runDue()

  const { id } = await foyer.db.selectFrom('teams').select('id').executeTakeFirstOrThrow()
  const jobs = await foyer.db
    .selectFrom('jobs')
    .select('lane')
    .where('lane', 'is not', null)
    .execute()
  assert.deepEqual([...new Set(jobs.map(({ lane }) => lane))].toSorted(), [
    `team-webhooks:${id}`,
    `webhooks:${operator.id}`,
  ])
})

test('"this wasn\'t me" disables the webhooks that the account added, enabled or gave a new secret, and no others (WHK-13)', async (t) => {
  const { foyer, ada: thief, receiver } = await adaWithTeam(t)
  const alan = await addMember(foyer, thief, { name: 'Alan', role: 'admin' })
  await confirmPassword(alan)
  for (const path of ['own', 'rotated', 'kept']) await add(alan, `${receiver.url}/${path}`)
  await add(thief, `${receiver.url}/stolen`)
  const { endpoints } = await shown(thief)
  const rotated = endpoints.find(({ url }: { url: string }) => url.endsWith('/rotated'))
  await thief.json(`${webhooks}/${rotated.id}/secret`, { method: 'POST', body: {} })
  const own = endpoints.find(({ url }: { url: string }) => url.endsWith('/own'))
  for (const [browser, enabled] of [
    [thief, false],
    [alan, true],
  ] as const)
    await browser.json(`${webhooks}/${own.id}`, { method: 'PUT', body: { enabled } })
  const link = await notMeLink(foyer, adaPerson)

  await foyer.browser().visitPath(link, { method: 'POST', body: {} })

  const rows = await foyer.db
    .selectFrom('webhook_endpoints')
    .select(['url', 'disabled_at'])
    .execute()
  const disabled = rows.flatMap(({ url, disabled_at }) => (disabled_at === null ? [] : url))
  assert.deepEqual(disabled.map((url) => url.split('/').at(-1)).toSorted(), ['rotated', 'stolen'])
  const { data } = await foyer.db
    .selectFrom('team_events')
    .select('data')
    .where('type', '=', 'webhook.changed')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  assert.partialDeepStrictEqual(JSON.parse(data), { change: 'disabled' })
})

test('"this wasn\'t me" also disables a webhook whose URL was altered in the database (WHK-13)', async (t) => {
  const { foyer, ada: thief, receiver } = await adaWithTeam(t)
  await add(thief, `${receiver.url}/stolen`)
  await foyer.db.updateTable('webhook_endpoints').set({ url: 'altered' }).execute()
  const link = await notMeLink(foyer, adaPerson)

  const { status } = await foyer.browser().visitPath(link, { method: 'POST', body: {} })

  assert.ok(status < 400)
  const { disabled_at } = await foyer.db
    .selectFrom('webhook_endpoints')
    .select('disabled_at')
    .executeTakeFirstOrThrow()
  assert.notEqual(disabled_at, null)
})
