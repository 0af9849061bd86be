import assert from 'node:assert/strict'
import { test } from 'node:test'

import { features } from '#app/features.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import { askForRecovery } from '#testing/account-recovery.ts'
import { adminAndAccount, eventsOf, grace, mailsTo } from '#testing/administrator.ts'
import { createCli } from '#testing/cli.ts'
import { titlesOf } from '#testing/notifications.ts'
import { enableTwoFactor, registerAccount } from '#testing/signed-in-accounts.ts'
import {
  accessAfterRequest,
  openedAccess,
  requestedAccess,
  shownName,
} from '#testing/support-access.ts'
import { minutes } from '#testing/test-clock.ts'

import { supportAccessMinutes } from './limits.ts'

test('a request for support access sends the owner a mail and a notification with the reason, and shows nothing before they agree (SPT-01)', async (t) => {
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

test("once the owner agrees, the administrator's session sees their pages for half an hour, and no other session does (SPT-02)", async (t) => {
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

test('the link to approve support access works once, and of concurrent approvals one succeeds (SPT-03)', async (t) => {
  const { foyer, approve, end } = await requestedAccess(t)
  const approvals = await Promise.all([approve(), approve(), approve()])
  assert.deepEqual(approvals.map(({ status }) => status).toSorted(), [204, 410, 410])
  assert.equal((await foyer.events('support-access.approved')).length, 1)

  assert.equal((await end()).status, 204)
  assert.equal((await approve()).status, 410)
})

test('of an approval and a refusal of support access at the same time nothing stays open (SPT-03)', async (t) => {
  const { foyer, laptop, approve, end, open } = await requestedAccess(t)
  await Promise.all([approve(), end()])
  await open()
  assert.equal(await shownName(laptop), 'Ada Lovelace')
  assert.deepEqual(await foyer.db.selectFrom('support_sessions').selectAll().execute(), [])
})

test('the link to approve support access is for its owner only, and for a day (SPT-04)', async (t) => {
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

test('every page opened by support access is in the log of the owner once, with name and reason (SPT-05)', async (t) => {
  const { foyer, laptop, id, access } = await openedAccess(t)
  for (const path of [
    '/dashboard',
    '/user/profile',
    '/user/profile/security',
    '/user/profile/devices',
    '/user/profile/devices?sessions=1',
    '/time-travel',
    '/time-travel?event=1',
    '/time-travel?type=session.started&event=1',
    '/time-travel?search=horse',
  ])
    assert.equal((await laptop.visitPath(path)).status, 200)
  const partial = {
    'x-inertia-partial-component': 'Dashboard',
    'x-inertia-partial-data': 'sessions',
  }
  await laptop.visitPath('/dashboard', { headers: partial })
  await laptop.visitPath('/dashboard?again=1')
  await laptop.visitPath('/time-travel?event=1&type=session.started&again=1')

  const opened = (await eventsOf(foyer, id)).filter(
    ({ type }) => type === 'support-access.page-opened',
  )
  assert.deepEqual(
    opened.map(({ data }) => data.path),
    [
      '/dashboard',
      '/user/profile',
      '/user/profile/security',
      '/user/profile/devices',
      '/user/profile/devices?sessions=1',
      '/time-travel',
      '/time-travel?event=1',
      '/time-travel?event=1&type=session.started',
      '/time-travel?search=horse',
    ],
  )
  for (const { data, ip } of opened) {
    assert.equal(ip, null)
    assert.partialDeepStrictEqual(data, {
      access,
      performedBy: { kind: 'administrator', name: 'Ada Lovelace', reason: 'She asked by phone' },
    })
  }
})

test('a page that is opened with another spelling of its parameters is recorded as what it shows (SPT-05)', async (t) => {
  const { foyer, laptop } = await openedAccess(t)
  const cursor = encodeURIComponent('{"direction":"older","seq":3}')
  for (const [query, shown] of [
    ['?device=a&device=b', ''],
    ['?event[]=1', '?event=1'],
    ['?event%5B0%5D=2', '?event=2'],
    ['?[search]=horse', '?search=horse'],
    ['?with%5Bx%5D=1&type[]=x&event=03', '?event=3'],
    ['?cursor=older-3', `?cursor=${cursor}`],
  ] as const) {
    assert.equal((await laptop.visitPath(`/time-travel${query}`)).status, 200, query)
    const last = (await foyer.events('support-access.page-opened')).at(-1)
    assert.equal(last?.data['path'], `/time-travel${shown}`, query)
  }
})

test('of visits to one page at the same time one is an event (SPT-05)', async (t) => {
  const { foyer, laptop } = await openedAccess(t)
  await Promise.all(Array.from({ length: 5 }, () => laptop.visitPath('/time-travel?event=1')))

  assert.equal((await foyer.events('support-access.page-opened')).length, 1)
})

test('the dashboard shows the sessions of the account only, not that of the administrator (SPT-14)', async (t) => {
  const { foyer, laptop, other, id, end } = await openedAccess(t)
  const sessions = async (browser: typeof laptop) => {
    const { page } = await browser.visit('dashboard')
    const rows: unknown[] = Object(page.props['sessions'])
    return rows.map((row): { id: string; isThisDevice: boolean } => Object(row))
  }
  const shown = await sessions(laptop)
  const own = await foyer.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()

  assert.deepEqual(
    shown.map((session) => session.id),
    own.map((session) => session.id),
  )
  assert.ok(shown.every(({ isThisDevice }) => !isThisDevice))
  assert.ok((await sessions(other)).some(({ isThisDevice }) => isThisDevice))
  await end()
  assert.ok((await sessions(laptop)).some(({ isThisDevice }) => isThisDevice))
})

test('a request, and the access that follows, keep the trust in devices and a pending recovery (SPT-15)', async (t) => {
  const people = await adminAndAccount(t, 'support')
  const { foyer, other, change } = people
  const { authenticator, recoveryCodes } = await enableTwoFactor(other)
  const [phone, elsewhere] = [foyer.browser(), foyer.browser()]
  foyer.clock.advance(minutes)
  await phone.visit('login.store', grace)
  const trusting = { code: authenticator.nextCode(), trust_device: true }
  assert.equal((await phone.visit('two-factor.login.store', trusting)).location, '/dashboard')
  foyer.clock.advance(minutes)
  await askForRecovery(elsewhere, {
    email: grace.email,
    recovery_code: recoveryCodes[0],
    code: authenticator.nextCode(),
  })
  const kept = async () => ({
    trusted: await foyer.db.selectFrom('trusted_devices').select('id').execute(),
    recoveries: await foyer.db.selectFrom('account_recoveries').select('user_id').execute(),
  })
  const before = await kept()
  assert.deepEqual([before.trusted.length, before.recoveries.length], [1, 1])

  assert.equal((await change('request-access')).status, 200)
  assert.deepEqual(await kept(), before)
  const access = await accessAfterRequest(people)
  await access.approve()
  await access.open()
  assert.equal(await shownName(people.laptop), grace.name)
  await access.end()
  assert.deepEqual(await kept(), before)
})

test('both sides see the banner of support access, and either ends it at once (SPT-06)', async (t) => {
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

test('the notification of the administrator has the name of an account only as long as it exists (SPT-16)', async (t) => {
  const { foyer, laptop, approve } = await requestedAccess(t)
  await approve()
  const stored = () => foyer.db.selectFrom('notifications').select('data').execute()

  assert.ok((await titlesOf(laptop)).includes(`You may see the account of ${grace.name}`))
  await createCli(foyer)('user:delete', grace.email, '--yes')

  assert.ok((await titlesOf(laptop)).includes('You may see the account of someone who left'))
  assert.doesNotMatch(JSON.stringify(await stored()), new RegExp(grace.name))
})
