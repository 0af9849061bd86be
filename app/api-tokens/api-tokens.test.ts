import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createApiClient } from '#testing/api-clients.ts'
import { ada, signedInAda, confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import { days, hours, minutes } from '#testing/test-clock.ts'

import { pruneApiTokens } from './prune-tokens.ts'

const form = { name: 'Backup script', permissions: ['read'] }
const unknownId = '01234567-89ab-7def-8123-456789abcdef'

async function tokenRows(foyer: TestApp) {
  return foyer.db.selectFrom('api_tokens').selectAll().orderBy('id').execute()
}

async function eventsOfType(foyer: TestApp, prefix = 'token.') {
  return (await foyer.events(prefix)).map(({ type, data }) => ({ type, ...Object(data) }))
}

test('a new token is shown once and stored only as a hash (TOK-01, A-TOK-04)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)

  const created = await laptop.visit('api-tokens.store', form)
  const [session] = await foyer.db.selectFrom('sessions').select('carried_sealed').execute()
  const shown = await laptop.visit('api-tokens.index')
  const later = await laptop.visit('api-tokens.index')

  const token = String(shown.page.flash?.['token'])
  assert.equal(created.status, 303)
  assert.match(token, /^foyer_[0-9A-Za-z]{43}[0-9a-f]{8}$/)
  assert.ok(!JSON.stringify(shown.page.props).includes(token))
  assert.ok(!later.text.includes(token))
  assert.ok(session?.carried_sealed && !session.carried_sealed.includes(token))
  const stored = JSON.stringify([await tokenRows(foyer), await eventsOfType(foyer, '')])
  assert.ok(!stored.includes(token.slice(10)))
})

test('the page that shows a token encrypts its browser history, and no prop contains the token (TOK-01)', async (t) => {
  const { laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  await laptop.visit('api-tokens.store', form)

  const { page } = await laptop.visit('api-tokens.index')

  assert.partialDeepStrictEqual(page, { encryptHistory: true })
  assert.ok(page.flash?.['token'])
  assert.ok(!JSON.stringify({ ...page, flash: null }).includes(String(page.flash['token'])))
})

test('creating, changing and rotating a token need a confirmation; revoking does not (TOK-10)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { id } = await createApiClient(foyer, laptop)
  foyer.clock.advance(foyer.config.confirmationMinutes.sensitive * minutes)
  const status = async (method: 'POST' | 'PUT' | 'DELETE', path: string) =>
    (await laptop.json(`/user/api-tokens${path}`, { method, body: form })).status

  assert.equal(await status('POST', ''), 423)
  assert.equal(await status('PUT', `/${id}`), 423)
  assert.equal(await status('POST', `/${id}/rotation`), 423)
  assert.equal(await status('DELETE', `/${id}`), 200)
  assert.equal((await laptop.visit('api-tokens.store', form)).location, '/user/confirm-password')
})

test('unknown permissions of a new token are dropped (A-TOK-01, TOK-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const permissions = ['delete', 'read', 'read', '*', 'admin', '__proto__', 'constructor']

  await createApiClient(foyer, laptop, { permissions })

  const [row] = await tokenRows(foyer)
  assert.equal(row?.permissions, '["read","delete"]')
})

test('rejected permissions of a token are explained at their field', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const messages = async (permissions: unknown) => {
    const body = { ...form, permissions }
    const answer = await laptop.json('/user/api-tokens', { method: 'POST', body })
    return answer.raw.json().errors?.permissions
  }

  assert.deepEqual(await messages([]), ['Choose at least one permission.'])
  assert.deepEqual(await messages(undefined), ['Choose at least one permission.'])
  assert.deepEqual(await messages(Array.from({ length: 21 }, () => 'read')), [
    'Choose from the permissions listed here.',
  ])
  assert.deepEqual(await messages({ read: true }), ['Choose from the permissions listed here.'])
  assert.deepEqual(await tokenRows(foyer), [])
})

test('the token form offers no permission that allows nothing, and hides it from older tokens', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await createApiClient(foyer, laptop)
  const stored = '["create","read"]'
  await foyer.db.updateTable('api_tokens').set({ permissions: stored }).execute()

  const { props } = (await laptop.visit('api-tokens.index')).page

  assert.deepEqual(props['availablePermissions'], ['read', 'update', 'delete'])
  assert.deepEqual(Object(props['tokens'])[0].permissions, ['read'])
})

test('a malformed token form is rejected with an error at the field', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const errorFields = async (change: object) => {
    const body = { ...form, ...change }
    const answer = await laptop.json('/user/api-tokens', { method: 'POST', body })
    assert.equal(answer.status, 422)
    return Object.keys(answer.raw.json().errors)
  }

  assert.deepEqual(await errorFields({ permissions: 'read' }), ['permissions'])
  assert.deepEqual(await errorFields({ permissions: ['*'] }), ['permissions'])
  assert.deepEqual(await errorFields({ permissions: [] }), ['permissions'])
  assert.deepEqual(await errorFields({ name: ' ' }), ['name'])
  assert.deepEqual(await errorFields({ name: 'x'.repeat(256) }), ['name'])
  assert.deepEqual(await errorFields({ name: 'a\u202eb' }), ['name'])
  assert.deepEqual(await errorFields({ networks: 'everywhere' }), ['networks'])
  assert.deepEqual(await errorFields({ networks: '0.0.0.0/0' }), ['networks'])
  assert.deepEqual(await errorFields({ expiry: '36500' }), ['expiry'])
  assert.deepEqual(await errorFields({ expiry: 'date' }), ['expires_on'])
  assert.deepEqual(await errorFields({ expiry: 'date', expires_on: '2026-02-30' }), ['expires_on'])
  assert.deepEqual(await errorFields({ expiry: 'date', expires_on: '2001-01-01' }), ['expires_on'])
  assert.deepEqual(await errorFields({ expiry: 'date', expires_on: '2999-01-01' }), ['expires_on'])
  assert.deepEqual(await tokenRows(foyer), [])
})

test('a token expires after 90 days by default', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const now = foyer.clock.now()
  await createApiClient(foyer, laptop)
  await createApiClient(foyer, laptop, { expiry: '7' })
  await createApiClient(foyer, laptop, { expiry: 'never' })

  const ends = (await tokenRows(foyer)).map(({ expires_at }) => expires_at)

  assert.deepEqual(ends, [now + 90 * days, now + 7 * days, null])
})

test('a chosen expiry day ends in the time zone of the person', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await foyer.db.updateTable('users').set({ timezone: 'America/New_York' }).execute()
  const year = new Date(foyer.clock.now()).getUTCFullYear() + 1

  await createApiClient(foyer, laptop, { expiry: 'date', expires_on: `${year}-07-04` })

  const [row] = await tokenRows(foyer)
  assert.equal(row?.expires_at, Date.UTC(year, 6, 5, 4))
})

test('tokens of other accounts, and unknown or malformed ids, give 404 (TOK-04)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { id } = await createApiClient(foyer, laptop)
  const grace = foyer.browser()
  await registerAccount(foyer, grace, {
    name: 'Grace Hopper',
    email: 'grace@example.com',
    password: 'a moth in the relay',
  })
  await confirmPassword(grace, 'a moth in the relay')
  const status = async (method: 'PUT' | 'DELETE' | 'POST', path: string) =>
    (await grace.json(`/user/api-tokens/${path}`, { method, body: form })).status

  assert.equal(await status('PUT', id), 404)
  assert.equal(await status('DELETE', id), 404)
  assert.equal(await status('POST', `${id}/rotation`), 404)
  assert.equal(await status('DELETE', unknownId), 404)
  assert.equal(await status('DELETE', '0'), 404)
  assert.equal(await status('PUT', String(2 ** 53)), 404)
  assert.equal((await tokenRows(foyer))[0]?.revoked_at, null)
})

test('revoking disables a token immediately, removes it from the list and is idempotent (A-TOK-03, TOK-06)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop)
  const revoke = () => laptop.json(`/user/api-tokens/${client.id}`, { method: 'DELETE', body: {} })

  assert.equal(await client.status('/api/user'), 200)
  assert.equal((await revoke()).status, 200)
  assert.equal(await client.status('/api/user'), 401)
  assert.equal((await revoke()).status, 200)

  const { tokens } = (await laptop.visit('api-tokens.index')).page.props
  assert.deepEqual(tokens, [])
  const revoked = (await eventsOfType(foyer)).filter(({ type }) => type === 'token.revoked')
  assert.equal(revoked.length, 1)
})

test('a removed permission is rejected from the next request on (TOK-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop)
  const change = { method: 'PATCH', body: { name: 'Ada King' } } as const
  assert.equal(await client.status('/api/user', change), 200)

  const body = { permissions: ['read'], networks: '' }
  await laptop.json(`/user/api-tokens/${client.id}`, { method: 'PUT', body })

  assert.equal(await client.status('/api/user', change), 403)
  assert.equal(await client.status('/api/user'), 200)
  const changed = (await eventsOfType(foyer)).find(({ type }) => type === 'token.changed')
  assert.deepEqual(changed?.before.permissions, ['read', 'update', 'delete'])
  assert.deepEqual(changed?.after.permissions, ['read'])
})

test('after a rotation the previous secret of a token works for a day', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const old = await createApiClient(foyer, laptop)
  foyer.clock.advance(10 * minutes)
  const path = `/user/api-tokens/${old.id}/rotation`
  const rotated = (await laptop.json(path, { method: 'POST', body: {} })).raw.json()
  const headers = { authorization: `Bearer ${rotated.token}` }

  assert.equal(await old.status('/api/user'), 200)
  assert.equal(await old.status('/api/user', { headers }), 200)
  foyer.clock.advance(24 * hours)
  assert.equal(await old.status('/api/user'), 401)
  assert.equal(await old.status('/api/user', { headers }), 200)
  const [row] = await tokenRows(foyer)
  assert.equal((row?.expires_at ?? 0) - (row?.issued_at ?? 0), 90 * days)
})

test('concurrent rotations keep the secret in use and one new secret (RACE-01)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const running = await createApiClient(foyer, laptop)
  const rotate = async () => {
    const path = `/user/api-tokens/${running.id}/rotation`
    return (await laptop.json(path, { method: 'POST', body: {} })).raw.json().token
  }
  const secrets: string[] = await Promise.all([rotate(), rotate(), rotate()])

  const statusWith = async (token: string) =>
    (await running.request('/api/user', { headers: { authorization: `Bearer ${token}` } })).status
  const statuses = []
  for (const secret of secrets) statuses.push(await statusWith(secret))
  assert.equal(await running.status('/api/user'), 200)
  assert.deepEqual(statuses.toSorted(), [200, 401, 401])
})

test('a second rotation revokes the first secret, and revoking the token revokes all', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const first = await createApiClient(foyer, laptop)
  const rotate = async () => {
    const path = `/user/api-tokens/${first.id}/rotation`
    const { token } = (await laptop.json(path, { method: 'POST', body: {} })).raw.json()
    return { headers: { authorization: `Bearer ${token}` } }
  }
  const second = await rotate()
  foyer.clock.advance(minutes)
  const third = await rotate()

  assert.equal(await first.status('/api/user'), 401)
  assert.equal(await first.status('/api/user', second), 200)
  await laptop.json(`/user/api-tokens/${first.id}`, { method: 'DELETE', body: {} })
  assert.equal(await first.status('/api/user', second), 401)
  assert.equal(await first.status('/api/user', third), 401)
})

test('concurrent requests cannot exceed fifty tokens', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { id } = await createApiClient(foyer, laptop)
  const [row] = await tokenRows(foyer)
  assert.ok(row)
  const copies = Array.from({ length: 46 }, (_, index) => {
    const suffix = String(index).padStart(3, '0')
    return { ...row, id: id.slice(0, -3) + suffix, token_hash: `hash${index}` }
  })
  await foyer.db.insertInto('api_tokens').values(copies).execute()

  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      laptop.json('/user/api-tokens', { method: 'POST', body: form }),
    ),
  )

  assert.equal(answers.filter(({ status }) => status === 201).length, 3)
  assert.equal(answers.filter(({ status }) => status === 422).length, 5)
})

test('each new secret notifies the owner, with a "this wasn’t me" link', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { id } = await createApiClient(foyer, laptop)
  const [created] = await foyer.mails()
  await laptop.json(`/user/api-tokens/${id}/rotation`, { method: 'POST', body: {} })
  const [rotated] = await foyer.mails()

  assert.match(created?.subject ?? '', /new API token/)
  assert.match(created?.text ?? '', /Backup script/)
  assert.match(created?.text ?? '', /\/not-me\//)
  assert.match(rotated?.subject ?? '', /rotated/)
})

test('warns the owner once, a week before a token expires', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await createApiClient(foyer, laptop)
  const warnings = async () =>
    (await foyer.mails()).filter(({ subject }) => subject.includes('expires soon')).length

  foyer.clock.advance(82 * days)
  assert.equal(await warnings(), 0)
  foyer.clock.advance(days + minutes)
  assert.equal(await warnings(), 1)
  foyer.clock.advance(days)
  assert.equal(await warnings(), 1)
})

test('no expiry warning is sent for a rotated or revoked token', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const rotated = await createApiClient(foyer, laptop)
  const revoked = await createApiClient(foyer, laptop)
  const path = `/user/api-tokens/${rotated.id}`
  foyer.clock.advance(10 * minutes)
  await laptop.json(`${path}/rotation`, { method: 'POST', body: {} })
  await laptop.json(`/user/api-tokens/${revoked.id}`, { method: 'DELETE', body: {} })

  foyer.clock.advance(83 * days - minutes)
  const early = await foyer.mails()
  foyer.clock.advance(hours)
  const due = await foyer.mails()

  assert.equal(early.filter(({ subject }) => subject.includes('expires soon')).length, 0)
  assert.equal(due.filter(({ subject }) => subject.includes('expires soon')).length, 1)
})

test('the list marks tokens that expire soon or have expired', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await createApiClient(foyer, laptop, { expiry: '7' })
  const state = async () => {
    const browser = foyer.browser()
    await browser.visit('login.store', { email: ada.email, password: ada.password })
    return Object((await browser.visit('api-tokens.index')).page.props['tokens'])[0].state
  }

  assert.equal(await state(), 'good')
  foyer.clock.advance(6 * days + minutes)
  assert.equal(await state(), 'ending')
  foyer.clock.advance(days)
  assert.equal(await state(), 'ended')
})

test('"this wasn’t me" revokes every token', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop)
  const [mail] = await foyer.mails()
  const link = new URL(/https?:\/\/\S+\/not-me\/\S+/.exec(mail?.text ?? '')?.[0] ?? '').pathname
  assert.equal(await client.status('/api/user'), 200)

  await foyer.browser().visitPath(link, { method: 'POST', body: {} })

  assert.equal(await client.status('/api/user'), 401)
  const revoked = (await eventsOfType(foyer)).find(({ type }) => type === 'token.revoked')
  assert.equal(revoked?.why, 'not-me')
})

test('an expired token is deleted after three months, which is recorded', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await createApiClient(foyer, laptop, { expiry: '7' })
  await createApiClient(foyer, laptop, { expiry: 'never' })

  foyer.clock.advance(96 * days)
  await pruneApiTokens(foyer.db, foyer.clock.now())
  assert.equal((await tokenRows(foyer)).length, 2)
  foyer.clock.advance(2 * days)
  await pruneApiTokens(foyer.db, foyer.clock.now())

  assert.equal((await tokenRows(foyer)).length, 1)
  const last = (await eventsOfType(foyer)).at(-1)
  assert.deepEqual([last?.type, last?.by, last?.why], ['token.revoked', 'system', 'expired'])
})

test('a web address is rejected as the name of a token', async (t) => {
  const { laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const name = 'Prize at https://evil.example'

  const response = await laptop.json('/user/api-tokens', {
    method: 'POST',
    body: { name, permissions: ['read'] },
  })

  const { errors } = response.raw.json()
  assert.deepEqual(errors, { name: ["Use a name that isn't a web address."] })
})

test('without JavaScript an error appears at the form of its token', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { id } = await createApiClient(foyer, laptop)
  const address = `/user/api-tokens/${id}?_method=put&_error_bag=token-${id}`
  await laptop.submit(address, { name: '', 'permissions[]': 'read' })

  const { errors } = (await laptop.visit('api-tokens.index')).page.props

  assert.deepEqual(Object(errors[`token-${id}`]), { name: 'Give the token a name.' })
})
