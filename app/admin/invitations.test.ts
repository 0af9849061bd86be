import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'

import { createCli } from '#testing/cli.ts'
import { ada, confirmPassword, registerAccount, signedInAda } from '#testing/signed-in-accounts.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { days } from '#testing/test-clock.ts'

import { invitationsPerPage } from './limits.ts'
import type { ListedAddress } from './pages.ts'

async function administrator(t: TestContext, settings = {}) {
  const newApp: typeof createTestApp = (owner) => createTestApp(owner, settings)
  const { foyer, laptop } = await signedInAda(t, newApp)
  await createCli(foyer)('user:role', ada.email, 'admin', '--yes')
  await confirmPassword(laptop)
  const invite = (body: object) => laptop.json('/admin/invitations', { method: 'POST', body })
  const change = (path: string, method: 'POST' | 'DELETE' = 'POST') =>
    laptop.json(path, { method, ...(method === 'POST' && { body: {} }) })
  const shown = async (query = '') => {
    const { props } = (await laptop.visitPath(`/admin/invitations${query}`)).page
    return {
      invitations: list(props['invitations']),
      waitlist: list(props['waitlist'] ?? []),
      hasWaitlist: props['waitlist'] !== null,
      next: [props['nextInvitations'], props['nextWaiting']],
    }
  }
  return { foyer, laptop, invite, change, shown }
}

function list(value: unknown): ListedAddress[] {
  assert.ok(Array.isArray(value))
  return value
}

function emails(addresses: ListedAddress[]): string[] {
  return addresses.map(({ email }) => email)
}

async function invitationLink(foyer: TestApp): Promise<string> {
  const [mail] = await foyer.mails()
  return /\/invitation\/[\w.-]+/.exec(mail?.text ?? '')?.[0] ?? ''
}

async function insertWaiting(foyer: TestApp, addresses: string[]): Promise<void> {
  const rows = addresses.map((email, index) => {
    const id = `0195ffff-0000-7000-8000-000000000${String(index).padStart(3, '0')}`
    return { id, email, email_key: email, locale: 'de', created_at: 1000 + index }
  })
  await foyer.db.insertInto('waitlist').values(rows).execute()
}

test('an administrator invites an address for some days, in a language, while registration is closed (ADM-20)', async (t) => {
  const { foyer, invite, shown } = await administrator(t, { REGISTRATION: 'closed' })

  const sent = await invite({ email: ' Grace@Example.com ', days: '30', language: 'fr' })
  const [mail] = await foyer.mails()
  const { page } = await foyer.browser().visitPath(await invitationLink(foyer))
  const { invitations, hasWaitlist } = await shown()

  assert.equal(sent.status, 200)
  assert.match(mail?.subject ?? '', /invit/i)
  assert.match(mail?.text ?? '', /Ouvrez|lien/)
  assert.partialDeepStrictEqual(page.props, { invitation: { email: 'Grace@Example.com' } })
  const at = new Date(foyer.clock.now() + 30 * days).toISOString()
  assert.deepEqual(
    invitations.map((it) => [it.email, it.at]),
    [['Grace@Example.com', at]],
  )
  assert.equal(hasWaitlist, false)
})

test('an invitation that cannot be sent is rejected at its field, and mails nothing (ADM-21)', async (t) => {
  const { foyer, invite, shown } = await administrator(t)
  const mails = (await foyer.mails()).length
  const rejected: [object, string][] = [
    [{ email: '' }, 'email'],
    [{}, 'email'],
    [{ email: 'nobody' }, 'email'],
    [{ email: ['a@example.com'] }, 'email'],
    [{ email: 'ADA@example.com' }, 'email'],
    [{ email: 'grace@example.com', days: '0' }, 'days'],
    [{ email: 'grace@example.com', days: '91' }, 'days'],
    [{ email: 'grace@example.com', days: '1.5' }, 'days'],
    [{ email: 'grace@example.com', days: '-1' }, 'days'],
    [{ email: 'grace@example.com', days: {} }, 'days'],
  ]

  for (const [body, field] of rejected) {
    const answer = await invite(body)
    assert.equal(answer.status, 422, JSON.stringify(body))
    assert.deepEqual(Object.keys(JSON.parse(answer.text).errors), [field], JSON.stringify(body))
  }

  assert.deepEqual((await shown()).invitations, [])
  assert.equal((await foyer.mails()).length, mails)
})

test('the form and the buttons of invitations also work without script (ADM-28)', async (t) => {
  const { laptop, shown } = await administrator(t)
  const path = '/admin/invitations'

  const rejected = await laptop.submit(path, { email: 'grace@example', days: '5' })
  const { props } = (await laptop.visitPath(path)).page
  const sent = await laptop.submit(path, { email: 'grace@example.com', days: '5' })
  const [open] = (await shown()).invitations
  const revoked = await laptop.submit(`${path}/${open?.id}?_method=delete`, {})

  assert.deepEqual([rejected.status, rejected.location], [303, path])
  assert.deepEqual(Object.keys(Object(props['errors'])), ['email'])
  assert.deepEqual([sent.location, revoked.location], [path, path])
  assert.equal(open?.email, 'grace@example.com')
  assert.deepEqual((await shown()).invitations, [])
})

test('a new link ends the earlier one; a revoked invitation opens nothing (ADM-22)', async (t) => {
  const { foyer, invite, change, shown } = await administrator(t)
  await invite({ email: 'grace@example.com' })
  const first = await invitationLink(foyer)
  const [sent] = (await shown()).invitations
  const open = async (link: string) => (await foyer.browser().visitPath(link)).status

  assert.equal((await change(`/admin/invitations/${sent?.id}/resend`)).status, 200)
  const second = await invitationLink(foyer)
  assert.deepEqual([await open(first), await open(second)], [410, 200])
  const [resent] = (await shown()).invitations
  assert.equal((await change(`/admin/invitations/${sent?.id}/resend`)).status, 404)
  assert.equal((await change(`/admin/invitations/${resent?.id}`, 'DELETE')).status, 200)

  assert.equal(await open(second), 410)
  assert.deepEqual((await shown()).invitations, [])
  assert.equal((await change(`/admin/invitations/${resent?.id}`, 'DELETE')).status, 404)
})

test('of an invitation that is sent and revoked many times at once, at most one link works (ADM-23)', async (t) => {
  const { foyer, invite, change, shown } = await administrator(t)
  const email = 'grace@example.com'
  await Promise.all([invite({ email }), invite({ email }), invite({ email })])
  const { invitations } = await shown()
  const [open] = invitations
  assert.equal(invitations.length, 1)

  const path = `/admin/invitations/${open?.id}`
  const answers = await Promise.all([
    change(`${path}/resend`),
    change(path, 'DELETE'),
    change(`${path}/resend`),
    change(path, 'DELETE'),
  ])

  const statuses = answers.map(({ status }) => status)
  assert.ok(
    statuses.every((status) => [200, 404].includes(status)),
    statuses.join(),
  )
  assert.ok((await shown()).invitations.length <= 1)
  const rows = await foyer.db.selectFrom('one_time_tokens').select('id').execute()
  assert.ok(rows.length <= 1)
})

test('an address on the waitlist is invited once, in its language, or removed (ADM-24)', async (t) => {
  const { foyer, change, shown } = await administrator(t, { REGISTRATION: 'waitlist' })
  await insertWaiting(foyer, ['grace@example.com', 'eve@example.com'])
  const before = (await foyer.mails()).length
  const [grace, eve] = (await shown()).waitlist

  const answers = await Promise.all(
    Array.from({ length: 5 }, () => change(`/admin/waitlist/${grace?.id}/invite`)),
  )
  assert.equal((await change(`/admin/waitlist/${eve?.id}`, 'DELETE')).status, 200)
  assert.equal((await change(`/admin/waitlist/${eve?.id}`, 'DELETE')).status, 404)

  assert.ok(answers.some(({ status }) => status === 200))
  const mails = await foyer.mails()
  assert.equal(mails.length, before + 1)
  assert.match(mails[0]?.subject ?? '', /eingeladen/)
  const { invitations, waitlist, hasWaitlist } = await shown()
  assert.deepEqual(emails(invitations), ['grace@example.com'])
  assert.deepEqual([waitlist, hasWaitlist], [[], true])
})

test('the lists of invitations and waiting addresses show each entry once over their pages; a broken cursor shows the first page (ADM-25)', async (t) => {
  const { foyer, shown } = await administrator(t)
  const waiting = Array.from({ length: invitationsPerPage + 3 }, (_, at) => `p${at}@example.com`)
  await insertWaiting(foyer, waiting)
  const cli = createCli(foyer)
  for (const email of waiting) await cli('invite', email)

  const first = await shown()
  const later = await shown(`?before=${String(first.next[0])}&after=${String(first.next[1])}`)

  assert.equal(first.invitations.length, invitationsPerPage)
  assert.deepEqual(emails([...first.invitations, ...later.invitations]).toReversed(), waiting)
  assert.deepEqual(emails([...first.waitlist, ...later.waitlist]), waiting)
  assert.deepEqual(later.next, [null, null])
  for (const broken of ['x', '%00', "' or 1=1 --"])
    assert.deepEqual(await shown(`?before=${encodeURIComponent(broken)}`), first)
})

test('the number of invitations to one address is limited (ADM-26)', async (t) => {
  const { foyer, laptop, invite } = await administrator(t)
  const statuses: number[] = []
  for (let attempt = 0; attempt < 8; attempt++)
    statuses.push((await invite({ email: 'grace@example.com' })).status)

  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 429, 429])
  assert.equal((await invite({ email: 'eve@example.com' })).status, 200)
  assert.equal((await laptop.visit('admin.invitations')).status, 200)
  assert.ok((await foyer.mails()).length > 0)
})

test('an invitation that is sent again keeps its language and its time, from the waitlist too (INV-18)', async (t) => {
  const { foyer, invite, change, shown } = await administrator(t, {
    REGISTRATION: 'waitlist',
  })
  await insertWaiting(foyer, ['waiting@example.com'])
  await createCli(foyer)('waitlist:invite', 'waiting@example.com')
  await invite({ email: 'grace@example.com', days: '30', language: 'fr' })
  foyer.clock.advance(days / 48)

  for (const { id } of (await shown()).invitations) await change(`/admin/invitations/${id}/resend`)

  const at = (count: number) => new Date(foyer.clock.now() + count * days).toISOString()
  const lifetimes = new Map((await shown()).invitations.map(({ email, at }) => [email, at]))
  assert.equal(lifetimes.get('grace@example.com'), at(30))
  assert.equal(lifetimes.get('waiting@example.com'), at(7))
  const [toWaiting, toGrace] = await foyer.mails()
  assert.match(toGrace?.subject ?? '', /invitation/)
  assert.match(toWaiting?.subject ?? '', /eingeladen/)
})

test('an invited person who has an account by now is not invited again (ADM-27)', async (t) => {
  const { foyer, invite, change, shown } = await administrator(t)
  const grace = { ...ada, name: 'Grace Hopper', email: 'grace@example.com' }
  await invite({ email: grace.email })
  const [sent] = (await shown()).invitations
  await registerAccount(foyer, foyer.browser(), grace)
  const before = (await foyer.mails()).length

  await change(`/admin/invitations/${sent?.id}/resend`)

  assert.equal((await foyer.mails()).length, before)
})
