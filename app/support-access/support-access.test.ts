import assert from 'node:assert/strict'
import { test } from 'node:test'

import { features } from '#app/features.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import { registerAccount } from '#testing/account-steps.ts'
import { eventsOf, grace, mailsTo } from '#testing/administrator.ts'
import { openedAccess, requestedAccess, shownName } from '#testing/support-access.ts'
import { minutes } from '#testing/test-clock.ts'

import { supportAccessMinutes } from './limits.ts'

test('the owner gets a mail and a notification with the reason, and nothing is seen before they agree (SPT-01)', async (t) => {
  const { foyer, laptop, other, open, link } = await requestedAccess(t)
  const [subject] = await mailsTo(foyer, grace.email)
  const [mail] = await foyer.mails()
  const { page } = await other.visit('notifications.index')

  assert.equal(subject, 'Support asks to see your account')
  assert.match(mail?.text ?? '', new RegExp(`${link}[^]*By: Ada Lovelace\nReason: She asked`))
  assert.ok(JSON.stringify(page.props['notifications']).includes(link))
  assert.equal((await open()).status, 410)
  assert.equal(await shownName(laptop), 'Ada Lovelace')
})

test('once the owner agrees, that session sees their pages for half an hour, and no other session does (SPT-02)', async (t) => {
  const { foyer, laptop, id, approve, open } = await requestedAccess(t)
  const [phone, phoneOpens] = [foyer.browser(), `/admin/accounts/${id}/open-access`]
  await phone.visit('login.store', { email: 'ada@example.com', password: grace.password })
  assert.equal((await approve()).status, 204)
  assert.equal((await phone.json(phoneOpens, { method: 'POST' })).status, 410)
  assert.equal((await open()).status, 204)

  assert.equal(await shownName(laptop), grace.name)
  assert.equal(await shownName(phone), 'Ada Lovelace')
  foyer.clock.advance(supportAccessMinutes * minutes - 1)
  assert.equal(await shownName(laptop), grace.name)
  foyer.clock.advance(2)
  assert.equal(await shownName(laptop), 'Ada Lovelace')
  await pruneExpired({ db: foyer.db }, foyer.clock.now(), features)
  assert.deepEqual(await foyer.db.selectFrom('support_sessions').selectAll().execute(), [])
})

test('the link works once, and of concurrent approvals one succeeds (SPT-03)', async (t) => {
  const { foyer, approve, end } = await requestedAccess(t)
  const approvals = await Promise.all([approve(), approve(), approve()])
  assert.deepEqual(approvals.map(({ status }) => status).toSorted(), [204, 410, 410])
  assert.equal((await foyer.events('support-access.approved')).length, 1)

  assert.equal((await end()).status, 204)
  assert.equal((await approve()).status, 410)
})

test('of an approval and a refusal at the same time nothing stays open (SPT-03)', async (t) => {
  const { foyer, laptop, approve, end, open } = await requestedAccess(t)
  await Promise.all([approve(), end()])
  await open()
  assert.equal(await shownName(laptop), 'Ada Lovelace')
  assert.deepEqual(await foyer.db.selectFrom('support_sessions').selectAll().execute(), [])
})

test('the link is for its owner only, and for a day (SPT-04)', async (t) => {
  const { foyer, laptop, approve, link } = await requestedAccess(t)
  const stranger = foyer.browser()
  await registerAccount(foyer, stranger, { ...grace, email: 'eve@example.com', name: 'Eve' })

  assert.equal((await stranger.visitPath(link)).page.props['request'], null)
  for (const browser of [stranger, laptop]) {
    await browser.visit('password.confirm.store', { password: grace.password })
    assert.equal((await approve(browser)).status, 410)
  }
  assert.equal((await stranger.json(link, { method: 'DELETE' })).status, 204)
  assert.equal((await foyer.db.selectFrom('support_sessions').select('id').execute()).length, 1)
  assert.equal((await foyer.browser().visitPath(link)).location, '/login')
  const expired = { expires_at: foyer.clock.now() }
  await foyer.db.updateTable('support_sessions').set(expired).execute()
  assert.equal((await approve()).status, 410)
})

test('every page that is opened is in the log of the owner, with name and reason (SPT-05)', async (t) => {
  const { foyer, laptop, id, access } = await openedAccess(t)
  for (const path of ['/dashboard', '/user/profile', '/user/profile/security', '/time-travel'])
    assert.equal((await laptop.visitPath(path)).status, 200)
  const partial = {
    'x-inertia-partial-component': 'Dashboard',
    'x-inertia-partial-data': 'sessions',
  }
  await laptop.visitPath('/dashboard', { headers: partial })
  await laptop.visitPath('/dashboard?again')

  const opened = (await eventsOf(foyer, id)).filter(
    ({ type }) => type === 'support-access.page-opened',
  )
  assert.deepEqual(
    opened.map(({ data }) => data.path),
    ['/dashboard', '/user/profile', '/user/profile/security', '/time-travel', '/dashboard'],
  )
  for (const { data, ip } of opened) {
    assert.equal(ip, null)
    assert.partialDeepStrictEqual(data, {
      access,
      performedBy: { kind: 'administrator', name: 'Ada Lovelace', reason: 'She asked by phone' },
    })
  }
})

test('both sides see the banner, and either ends it at once (SPT-06)', async (t) => {
  for (const side of ['owner', 'administrator'] as const) {
    const { foyer, laptop, other, end, open } = await openedAccess(t)
    const banner = async (browser: typeof laptop) =>
      (await browser.visit('dashboard')).page.props['supportAccess']
    assert.partialDeepStrictEqual(await banner(laptop), { isOwner: false, name: grace.name })
    assert.partialDeepStrictEqual(await banner(other), { isOwner: true, name: 'Ada Lovelace' })

    assert.equal((await end(side === 'owner' ? other : laptop)).status, 204)
    assert.equal(await shownName(laptop), 'Ada Lovelace')
    assert.deepEqual([await banner(laptop), await banner(other)], [undefined, undefined])
    assert.equal((await open()).status, 410)
    const [ended] = await foyer.events('support-access.ended')
    assert.equal(ended?.data['by'], side === 'owner' ? 'person' : side)
  }
})
