import assert from 'node:assert/strict'
import { test } from 'node:test'

import { pruneExpired } from '#app/platform/jobs/prune-expired.ts'
import { createApiClient } from '#testing/api-clients.ts'
import { ada, signedInAda, confirmPassword, registerAccount } from '#testing/people.ts'
import type { TestApp } from '#testing/test-app.ts'
import { days, hours, minutes } from '#testing/test-clock.ts'

const form = { name: 'Backup script', permissions: ['read'] }
const unknownId = '01234567-89ab-7def-8123-456789abcdef'

async function tokenRows(foyer: TestApp) {
  return foyer.db.selectFrom('api_tokens').selectAll().orderBy('id').execute()
}

async function eventsOfType(foyer: TestApp, prefix = 'token.') {
  return (await foyer.events(prefix)).map(({ type, data }) => ({ type, ...Object(data) }))
}

test('a token that was made is shown once, and stored only as its hash (TOK-01, A-TOK-04)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)

  const made = await laptop.visit('api-tokens.store', form)
  const [sealed] = await foyer.db.selectFrom('sessions').select('carried_sealed').execute()
  const shown = await laptop.visit('api-tokens.index')
  const later = await laptop.visit('api-tokens.index')

  const token = String(shown.page.flash?.['token'])
  assert.equal(made.status, 303)
  assert.match(token, /^foyer_[0-9A-Za-z]{43}[0-9a-f]{8}$/)
  assert.ok(!JSON.stringify(shown.page.props).includes(token))
  assert.ok(!later.text.includes(token))
  assert.ok(sealed?.carried_sealed && !sealed.carried_sealed.includes(token))
  const stored = JSON.stringify([await tokenRows(foyer), await eventsOfType(foyer, '')])
  assert.ok(!stored.includes(token.slice(10)))
})

test('the page that shows a token is encrypted in the history, and the token is in no prop (TOK-01)', async (t) => {
  const { laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  await laptop.visit('api-tokens.store', form)

  const { page } = await laptop.visit('api-tokens.index')

  assert.partialDeepStrictEqual(page, { encryptHistory: true })
  assert.ok(page.flash?.['token'])
  assert.ok(!JSON.stringify({ ...page, flash: null }).includes(String(page.flash['token'])))
})

test('making, changing and rotating ask who it is; revoking does not (TOK-10)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { id } = await createApiClient(foyer, laptop)
  foyer.clock.advance(16 * minutes)
  const status = async (method: 'POST' | 'PUT' | 'DELETE', path: string) =>
    (await laptop.json(`/user/api-tokens${path}`, { method, body: form })).status

  assert.equal(await status('POST', ''), 423)
  assert.equal(await status('PUT', `/${id}`), 423)
  assert.equal(await status('POST', `/${id}/rotation`), 423)
  assert.equal(await status('DELETE', `/${id}`), 200)
  assert.equal((await laptop.visit('api-tokens.store', form)).location, '/user/confirm-password')
})

test('only permissions on the list are kept, whatever is asked for (A-TOK-01, TOK-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const permissions = ['delete', 'read', 'read', '*', 'admin', '__proto__', 'constructor']

  await createApiClient(foyer, laptop, { permissions })

  const [row] = await tokenRows(foyer)
  assert.equal(row?.permissions, '["read","delete"]')
})

test('a form of the wrong shape is refused with the field, never with a failure', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const wrong = async (change: object) => {
    const body = { ...form, ...change }
    const answer = await laptop.json('/user/api-tokens', { method: 'POST', body })
    assert.equal(answer.status, 422)
    return Object.keys(answer.raw.json().errors)
  }

  assert.deepEqual(await wrong({ permissions: 'read' }), ['permissions'])
  assert.deepEqual(await wrong({ permissions: ['*'] }), ['permissions'])
  assert.deepEqual(await wrong({ permissions: [] }), ['permissions'])
  assert.deepEqual(await wrong({ name: ' ' }), ['name'])
  assert.deepEqual(await wrong({ name: 'x'.repeat(256) }), ['name'])
  assert.deepEqual(await wrong({ name: 'a\u202eb' }), ['name'])
  assert.deepEqual(await wrong({ networks: 'everywhere' }), ['networks'])
  assert.deepEqual(await wrong({ networks: '0.0.0.0/0' }), ['networks'])
  assert.deepEqual(await wrong({ expiry: '36500' }), ['expiry'])
  assert.deepEqual(await wrong({ expiry: 'date' }), ['expires_on'])
  assert.deepEqual(await wrong({ expiry: 'date', expires_on: '2026-02-30' }), ['expires_on'])
  assert.deepEqual(await wrong({ expiry: 'date', expires_on: '2001-01-01' }), ['expires_on'])
  assert.deepEqual(await wrong({ expiry: 'date', expires_on: '2999-01-01' }), ['expires_on'])
  assert.deepEqual(await tokenRows(foyer), [])
})

test('a token ends after 90 days unless something else was chosen', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const now = foyer.clock.now()
  await createApiClient(foyer, laptop)
  await createApiClient(foyer, laptop, { expiry: '7' })
  await createApiClient(foyer, laptop, { expiry: 'never' })

  const ends = (await tokenRows(foyer)).map(({ expires_at }) => expires_at)

  assert.deepEqual(ends, [now + 90 * days, now + 7 * days, null])
})

test('a day that was chosen is over when it is over where the person lives', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await foyer.db.updateTable('users').set({ timezone: 'America/New_York' }).execute()
  const year = new Date(foyer.clock.now()).getUTCFullYear() + 1

  await createApiClient(foyer, laptop, { expiry: 'date', expires_on: `${year}-07-04` })

  const [row] = await tokenRows(foyer)
  assert.equal(row?.expires_at, Date.UTC(year, 6, 5, 4))
})

test('someone else’s token, one that never was, and nonsense are all not there (TOK-04)', async (t) => {
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

test('revoking ends a token at once and takes it off the list; once more is no mistake (A-TOK-03, TOK-06)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const program = await createApiClient(foyer, laptop)
  const revoke = () => laptop.json(`/user/api-tokens/${program.id}`, { method: 'DELETE', body: {} })

  assert.equal(await program.status('/api/user'), 200)
  assert.equal((await revoke()).status, 200)
  assert.equal(await program.status('/api/user'), 401)
  assert.equal((await revoke()).status, 200)

  const { tokens } = (await laptop.visit('api-tokens.index')).page.props
  assert.deepEqual(tokens, [])
  const revoked = (await eventsOfType(foyer)).filter(({ type }) => type === 'token.revoked')
  assert.equal(revoked.length, 1)
})

test('a permission that was taken away is gone with the next request (TOK-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const program = await createApiClient(foyer, laptop)
  const change = { method: 'PATCH', body: { name: 'Ada King' } } as const
  assert.equal(await program.status('/api/user', change), 200)

  const body = { permissions: ['read'], networks: '' }
  await laptop.json(`/user/api-tokens/${program.id}`, { method: 'PUT', body })

  assert.equal(await program.status('/api/user', change), 403)
  assert.equal(await program.status('/api/user'), 200)
  const changed = (await eventsOfType(foyer)).find(({ type }) => type === 'token.changed')
  assert.deepEqual(changed?.before.permissions, ['read', 'update', 'delete'])
  assert.deepEqual(changed?.after.permissions, ['read'])
})

test('after a rotation the old text works for a day, then only the new one does', async (t) => {
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

test('two clicks on rotate leave the text that programs run with, and one new text (RACE-01)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const running = await createApiClient(foyer, laptop)
  const rotate = async () => {
    const path = `/user/api-tokens/${running.id}/rotation`
    return (await laptop.json(path, { method: 'POST', body: {} })).raw.json().token
  }
  const texts: string[] = await Promise.all([rotate(), rotate(), rotate()])

  const opens = async (token: string) =>
    (await running.request('/api/user', { headers: { authorization: `Bearer ${token}` } })).status
  const statuses = []
  for (const text of texts) statuses.push(await opens(text))
  assert.equal(await running.status('/api/user'), 200)
  assert.deepEqual(statuses.toSorted(), [200, 401, 401])
})

test('a second rotation ends the first text, and revoking ends all of them', async (t) => {
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

test('however many are made at once, an account has at most fifty', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { id } = await createApiClient(foyer, laptop)
  const [row] = await tokenRows(foyer)
  assert.ok(row)
  const copies = Array.from({ length: 46 }, (_, at) => {
    const tail = String(at).padStart(3, '0')
    return { ...row, id: id.slice(0, -3) + tail, token_hash: `hash${at}` }
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

test('the owner is told of each new text by mail, with a way to disown it', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { id } = await createApiClient(foyer, laptop)
  const [made] = await foyer.mails()
  await laptop.json(`/user/api-tokens/${id}/rotation`, { method: 'POST', body: {} })
  const [rotated] = await foyer.mails()

  assert.match(made?.subject ?? '', /new API token/)
  assert.match(made?.text ?? '', /Backup script/)
  assert.match(made?.text ?? '', /\/not-me\//)
  assert.match(rotated?.subject ?? '', /rotated/)
})

test('a week before a token ends its owner is told, once', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await createApiClient(foyer, laptop)
  const warnings = async () =>
    (await foyer.mails()).filter(({ subject }) => subject.includes('ends soon')).length

  foyer.clock.advance(82 * days)
  assert.equal(await warnings(), 0)
  foyer.clock.advance(days + minutes)
  assert.equal(await warnings(), 1)
  foyer.clock.advance(days)
  assert.equal(await warnings(), 1)
})

test('a token that was rotated or revoked meanwhile is not warned of', async (t) => {
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

  assert.equal(early.filter(({ subject }) => subject.includes('ends soon')).length, 0)
  assert.equal(due.filter(({ subject }) => subject.includes('ends soon')).length, 1)
})

test('the list tells what ends soon and what has ended', async (t) => {
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

test('whoever says "this wasn’t me" ends every token too', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const program = await createApiClient(foyer, laptop)
  const [mail] = await foyer.mails()
  const link = new URL(/https?:\/\/\S+\/not-me\/\S+/.exec(mail?.text ?? '')?.[0] ?? '').pathname
  assert.equal(await program.status('/api/user'), 200)

  await foyer.browser().visitPath(link, { method: 'POST', body: {} })

  assert.equal(await program.status('/api/user'), 401)
  const revoked = (await eventsOfType(foyer)).find(({ type }) => type === 'token.revoked')
  assert.equal(revoked?.why, 'not-me')
})

test('a token that ended is forgotten after three months, and that stands in the record', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await createApiClient(foyer, laptop, { expiry: '7' })
  await createApiClient(foyer, laptop, { expiry: 'never' })

  foyer.clock.advance(96 * days)
  await pruneExpired(foyer.app.database, foyer.clock.now())
  assert.equal((await tokenRows(foyer)).length, 2)
  foyer.clock.advance(2 * days)
  await pruneExpired(foyer.app.database, foyer.clock.now())

  assert.equal((await tokenRows(foyer)).length, 1)
  const last = (await eventsOfType(foyer)).at(-1)
  assert.deepEqual([last?.type, last?.by, last?.why], ['token.revoked', 'system', 'expired'])
})

test('a token has a name like anything else: no invitation to somewhere else', async (t) => {
  const { laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const name = 'Prize at https://evil.example'

  const refused = await laptop.json('/user/api-tokens', {
    method: 'POST',
    body: { name, permissions: ['read'] },
  })

  const { errors } = refused.raw.json()
  assert.deepEqual(errors, { name: ['Use a name that is not a web address.'] })
})

test('without script a refusal stands at the form of the token it is about', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { id } = await createApiClient(foyer, laptop)
  const address = `/user/api-tokens/${id}?_method=put&_error_bag=token-${id}`
  await laptop.submit(address, { name: '', 'permissions[]': 'read' })

  const { errors } = (await laptop.visit('api-tokens.index')).page.props

  assert.deepEqual(Object(errors[`token-${id}`]), { name: 'Give the token a name.' })
})
