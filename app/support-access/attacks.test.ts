import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Route, type RouteName, routes } from '#app/routes.ts'
import { adminAndAccount, grace } from '#testing/administrator.ts'
import { createCli } from '#testing/cli.ts'
import { examplePath } from '#testing/example-path.ts'
import { ada, confirmPassword } from '#testing/signed-in-accounts.ts'
import { openedAccess, requestedAccess, shownName } from '#testing/support-access.ts'

const routeList = Object.entries(routes) as [RouteName, Route][]

test('during support access only pages are shown, and the only changes are ending it and signing out (SPT-07)', () => {
  const allowed = (kind: Route['duringSupport']) =>
    routeList.flatMap(([name, route]) => (route.duringSupport === kind ? name : [])).toSorted()

  assert.deepEqual(allowed('asOwner'), [
    'dashboard',
    'profile-photo.show',
    'profile.devices',
    'profile.security',
    'profile.show',
    'time-travel.index',
  ])
  assert.deepEqual(allowed('asAdministrator'), ['logout', 'support-access.destroy'])
  assert.ok(
    allowed('asOwner').every((name) => {
      const { method, confirmation }: Route = routes[name]
      return method === 'GET' && !confirmation
    }),
  )
})

test('every other route with a session refuses one during support access, of the administrator and of the owner (SPT-07)', async (t) => {
  const { foyer, laptop, id } = await openedAccess(t, 'admin')
  const account = () =>
    foyer.db
      .selectFrom('users')
      .select(['name', 'email', 'password_hash', 'locked_at', 'leaves_at', 'role'])
      .where('id', '=', id)
      .execute()
  const before = await account()
  const withSession = routeList.filter(
    ([name, { access, duringSupport }]) =>
      !duringSupport &&
      ['guest', 'signedIn', 'verified', 'role', 'team'].includes(access) &&
      !name.startsWith('test-clock'),
  )
  const accepted: string[] = []
  for (const [name, route] of withSession) {
    const { status } = await laptop.json(examplePath(route), {
      method: route.method,
      ...(route.method !== 'GET' && { body: { reason: 'A test' } }),
    })
    if (status !== 403) accepted.push(`${name}: ${status}`)
  }

  assert.ok(withSession.length > 100)
  assert.deepEqual(accepted, [])
  const sockets = { socket_id: '1.1', channel_name: `private-user.${id}` }
  assert.equal((await laptop.visit('broadcasting.auth', sockets)).status, 403)
  assert.equal((await laptop.visit('accounts.index')).status, 403)
  assert.deepEqual(await account(), before)
})

test('during support access no secret, no socket and no role is on the pages, and no session of the owner exists (SPT-08)', async (t) => {
  const { foyer, laptop, other, id } = await openedAccess(t)
  await other.visit('two-factor.enable')
  const enrolling = await other.visit('profile.security')
  const secret = Object(Object(enrolling.page.props['twoFactor']).enrollment).secret
  assert.equal(typeof secret, 'string')
  const sessions = await foyer.db.selectFrom('sessions').select(['id', 'user_id']).execute()

  const { page } = await laptop.visit('profile.security')
  const auth = Object(page.props['auth'])
  assert.equal(auth.user.name, grace.name)
  assert.ok(!JSON.stringify(page.props).includes(secret))
  assert.deepEqual([auth.user.permissions, auth.confirmedAt], [undefined, null])
  assert.equal(page.props['unreadNotifications'], undefined)
  const document = (await laptop.open('/dashboard')).text
  assert.ok(!document.includes(`private-user.${id}`))
  assert.equal(sessions.filter(({ user_id }) => user_id === id).length, 1)
})

test('support access ends with the session, the role or the account of the administrator (SPT-09)', async (t) => {
  const ends: Record<string, (it: Awaited<ReturnType<typeof openedAccess>>) => Promise<unknown>> = {
    logout: ({ laptop }) => laptop.visit('logout'),
    role: async ({ foyer }) => {
      await createCli(foyer)('user:role', ada.email, 'none', '--yes')
      await createCli(foyer)('user:role', ada.email, 'support', '--yes')
    },
    lock: async ({ foyer }) => {
      await createCli(foyer)('user:lock', ada.email, '--yes')
      await createCli(foyer)('user:unlock', ada.email, '--yes')
    },
  }
  for (const [name, end] of Object.entries(ends)) {
    const people = await openedAccess(t)
    const { laptop, other } = people
    await end(people)
    assert.ok([null, ada.name].includes(await shownName(laptop)), name)
    assert.equal((await other.visit('dashboard')).page.props['supportAccess'], undefined, name)
  }
})

test('support access ends for good when the account is locked or its owner ends every session (SPT-10)', async (t) => {
  const lock = await openedAccess(t)
  await createCli(lock.foyer)('user:lock', grace.email, '--yes')
  await createCli(lock.foyer)('user:unlock', grace.email, '--yes')
  const secure = await openedAccess(t)
  const [mail] = await secure.foyer.mails()
  const takeover = mail?.text.match(/\/not-me\/[\w.-]+/)?.[0] ?? ''
  assert.equal((await secure.foyer.browser().visitPath(takeover, { method: 'POST' })).status, 200)

  for (const { foyer, laptop } of [lock, secure]) {
    assert.equal(await shownName(laptop), ada.name)
    assert.equal((await foyer.events('support-access.ended'))[0]?.data['by'], 'system')
  }
})

test('an account with a role is hidden from support, also when it gets the role during the access (SPT-11)', async (t) => {
  const { foyer, change } = await adminAndAccount(t, 'support')
  await createCli(foyer)('user:role', grace.email, 'admin', '--yes')
  assert.equal((await change('request-access')).status, 403)

  for (const role of ['admin', 'support']) {
    const opened = await openedAccess(t)
    await createCli(opened.foyer)('user:role', grace.email, role, '--yes')
    assert.equal(await shownName(opened.laptop), ada.name, role)
  }
})

test('a page of the account that is still open changes neither account after the end (SPT-12)', async (t) => {
  const { laptop, end, id } = await openedAccess(t)
  await laptop.visit('user-profile-information.update')
  await end()
  const stale = await laptop.json('/user/profile-information', {
    method: 'PUT',
    body: { name: 'Grace' },
    headers: { 'x-account': id },
  })
  assert.equal(stale.status, 409)
})

test("requesting, approving and opening support access need a recent confirmation, and the administrator's network (SPT-13)", async (t) => {
  const { foyer, other, laptop, change, approve, open } = await requestedAccess(t)
  await foyer.db.updateTable('sessions').set({ confirmed_at: null }).execute()
  const unconfirmed = [await change('request-access'), await approve(), await open()]
  assert.deepEqual(
    unconfirmed.map(({ status }) => status),
    [423, 423, 423],
  )
  await confirmPassword(other)
  await approve()
  await confirmPassword(laptop)
  await open()
  assert.equal(await shownName(laptop), grace.name)
  foyer.config.adminNetworks = ['192.0.2.0/24']
  assert.equal(await shownName(laptop), ada.name)
})
