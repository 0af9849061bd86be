import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import { createCli } from '#testing/cli.ts'
import { addAddress, backup, makeAddressPrimary } from '#testing/email-addresses.ts'
import { createBackEnd, managementApp } from '#testing/management-api.ts'
import { refusalReason as reason, refuse, registerHooks } from '#testing/register-hooks.ts'
import {
  ada,
  adaAtTwoFactorChallenge,
  adaOnTwoDevices,
  confirmPassword,
  registerAccount,
  signedInAda,
} from '#testing/signed-in-accounts.ts'
import { buildTestApp, createTestApp, type TestApp } from '#testing/test-app.ts'
import { days } from '#testing/test-clock.ts'

import { type Hooks, setHooks } from './hooks.ts'

test('every hook receives its event, after hooks once the change is committed', async (t) => {
  const calls: string[] = []
  const seen: object[] = []
  const names = ['SignUp', 'SignIn', 'SignOut', 'ProfileChange', 'Deletion'] as const
  const hooks = Object.fromEntries(
    names.flatMap((name) => [
      [`before${name}`, [(event: object) => void (calls.push(`before${name}`), seen.push(event))]],
      [`after${name}`, [() => void calls.push(`after${name}`)]],
    ]),
  )
  const foyer = await createTestApp(t)
  registerHooks(t, foyer, hooks)
  const laptop = foyer.browser()

  await registerAccount(foyer, laptop)
  await laptop.visit('user-profile-information.update', { name: 'Ada King', email: ada.email })
  await laptop.visit('logout')
  await foyer.jobs.runDue()
  const before = [...calls]
  await laptop.visit('login.store', { email: ada.email, password: ada.password })
  await confirmPassword(laptop)
  await laptop.visit('current-user.destroy', { confirmation: ada.email })
  foyer.clock.advance(31 * days)
  await foyer.jobs.runDue()

  assert.deepEqual(before.toSorted(), [
    'afterProfileChange',
    'afterSignIn',
    'afterSignOut',
    'afterSignUp',
    'beforeProfileChange',
    'beforeSignIn',
    'beforeSignOut',
    'beforeSignUp',
  ])
  assert.deepEqual(
    calls.slice(before.length).filter((name) => name.endsWith('Deletion')),
    ['beforeDeletion', 'afterDeletion'],
  )
  assert.partialDeepStrictEqual(seen, [
    { name: ada.name, email: ada.email, isInvited: false, isImported: false, hasPassword: true },
    { method: 'registration', remembered: false },
    { before: { name: ada.name }, after: { name: 'Ada King' } },
    { why: 'logout' },
  ])
})

test('no event of a hook has a secret (HOK-04)', async (t) => {
  const foyer = await createTestApp(t)
  const seen: object[] = []
  const keep = (event: object) => void seen.push(event)
  registerHooks(t, foyer, { beforeSignUp: [keep], beforeSignIn: [keep], afterSignIn: [keep] })

  await registerAccount(foyer, foyer.browser())
  await foyer.browser().visit('login.store', { email: ada.email, password: ada.password })
  await foyer.jobs.runDue()

  assert.ok(seen.length >= 4)
  assert.doesNotMatch(JSON.stringify(seen), /quiet engines|argon2|[\w-]{43}/)
})

test('a rejected change is rolled back, and the reason is shown at the field (HOK-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const count = (await foyer.events()).length
  registerHooks(t, foyer, { beforeProfileChange: [refuse], afterProfileChange: [refuse] })

  await laptop.visit('user-profile-information.update', { name: 'Ada King', email: ada.email })
  const { page } = await laptop.visit('profile.show')

  assert.match(JSON.stringify(page.props['errors']), /"name":"Ask the front desk first\."/)
  const user = await foyer.db.selectFrom('users').select('name').executeTakeFirst()
  assert.equal(user?.name, ada.name)
  assert.equal((await foyer.events()).length, count)
  assert.deepEqual(await kinds(foyer), [])
})

test('a rejected sign-out keeps the session and shows the reason above the page (HOK-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  registerHooks(t, foyer, { beforeSignOut: [refuse] })

  await laptop.visit('logout')
  const { page, status } = await laptop.visit('dashboard')

  assert.equal(status, 200)
  assert.partialDeepStrictEqual(page.flash, { banner: reason, bannerStyle: 'danger' })
})

test('ending a session to protect the account runs no before hook (HOK-03)', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  const ended: string[] = []
  registerHooks(t, foyer, {
    beforeSignOut: [refuse],
    afterSignOut: [({ why }) => void ended.push(why)],
  })

  await laptop.visit('user-password.update', {
    current_password: ada.password,
    password: 'lanterns over the harbour',
    password_confirmation: 'lanterns over the harbour',
  })
  await foyer.jobs.runDue()

  assert.deepEqual(ended, ['password-changed'])
  assert.equal((await phone.visit('dashboard')).location, '/login')
})

test('a rejected deletion leaves the account unchanged (HOK-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  registerHooks(t, foyer, { beforeDeletion: [refuse] })
  await confirmPassword(laptop)

  const { raw } = await laptop.json('/user', {
    method: 'DELETE',
    body: { confirmation: ada.email },
  })

  assert.equal(raw.statusCode, 422)
  assert.deepEqual(raw.json().errors, { confirmation: [reason] })
  const user = await foyer.db.selectFrom('users').select('leaves_at').executeTakeFirst()
  assert.equal(user?.leaves_at, null)
})

test('a deletion by an administrator or a service says so, one by the owner does not', async (t) => {
  const { foyer, laptop } = await signedInAda(t, (owner) => managementApp(owner))
  const service = await createBackEnd(foyer)
  const other = foyer.browser()
  const grace = { name: 'Grace Hopper', email: 'grace@example.com', password: ada.password }
  await registerAccount(foyer, other, grace)
  await createCli(foyer)('user:role', ada.email, 'admin', '--yes')
  await confirmPassword(laptop)
  const { id } = await foyer.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', grace.email)
    .executeTakeFirstOrThrow()
  const seen: unknown[] = []
  registerHooks(t, foyer, {
    beforeDeletion: [({ userId, performedBy }) => void seen.push([userId === id, performedBy])],
  })

  const body = { reason: 'She asked by phone' }
  await laptop.json(`/admin/accounts/${id}/delete`, { method: 'POST', body })
  await laptop.json(`/admin/accounts/${id}/keep`, { method: 'POST', body })
  await service.request(`/api/admin/users/${id}`, { method: 'DELETE', body })
  await createCli(foyer)('user:role', ada.email, 'none', '--yes')
  await laptop.visit('current-user.destroy', { confirmation: ada.email })

  assert.deepEqual(seen, [
    [true, 'administrator'],
    [true, 'service'],
    [false, null],
  ])
})

test('making another address the primary one runs the hook once (HOK-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const address = await addAddress(foyer, laptop, backup)
  const seen: unknown[] = []
  registerHooks(t, foyer, {
    beforeProfileChange: [({ before, after }) => void seen.push([before, after])],
  })

  await makeAddressPrimary(laptop, address)

  assert.deepEqual(seen, [[{ email: ada.email }, { email: backup }]])
})

test('a rejected sign-up creates no account, and the link works once the hook accepts (HOK-01)', async (t) => {
  const foyer = await createTestApp(t)
  const laptop = foyer.browser()
  await laptop.visit('register.store', { ...ada, terms: true })
  const link = await foyer.linkInMail()
  const confirm = () => laptop.visitPath(link, { method: 'POST', body: {} })

  registerHooks(t, foyer, { beforeSignUp: [refuse] })
  await confirm()
  const refused = await laptop.visitPath(link)
  const users = await foyer.db.selectFrom('users').select('id').execute()
  setHooks(foyer.db, {})
  const confirmed = await confirm()

  assert.deepEqual(users, [])
  assert.partialDeepStrictEqual(refused.page.flash, { banner: reason })
  assert.equal(confirmed.location, '/dashboard')
})

test('a hook that rejects the sign-in counts no wrong code at the second factor (HOK-01)', async (t) => {
  const { foyer, phone, authenticator } = await adaAtTwoFactorChallenge(t)
  foyer.clock.advance(30_000)
  registerHooks(t, foyer, { beforeSignIn: [refuse] })

  const { raw } = await phone.json('/two-factor-challenge', {
    method: 'POST',
    body: { code: authenticator.nextCode() },
  })
  const user = await foyer.db
    .selectFrom('users')
    .select('two_factor_wrong_count')
    .executeTakeFirst()

  assert.equal(raw.statusCode, 422)
  assert.equal(raw.json().message, reason)
  assert.equal(user?.two_factor_wrong_count, 0)
})

test(
  'a hook that hangs refuses after a second, and cannot write afterwards (HOK-05)',
  { timeout: 30_000 },
  async (t) => {
    const foyer = await buildTestApp(t)
    await registerAccount(foyer, foyer.browser())
    const late = Promise.withResolvers<unknown>()
    const count = (await foyer.events()).length
    registerHooks(t, foyer, {
      beforeSignIn: [
        async (_event, { tx, signal }) => {
          await new Promise((done) => signal.addEventListener('abort', done))
          await wait(100)
          await tx
            .updateTable('users')
            .set({ name: 'Mallory' })
            .execute()
            .then(late.resolve, late.resolve)
        },
      ],
    })

    const phone = foyer.browser()
    const { status } = await phone.visit('login.store', {
      email: ada.email,
      password: ada.password,
    })
    const outcome = await late.promise

    assert.equal(status, 500)
    assert.ok(outcome instanceof Error)
    const user = await foyer.db.selectFrom('users').select('name').executeTakeFirst()
    assert.equal(user?.name, ada.name)
    assert.equal((await foyer.events()).length, count)
    setHooks(foyer.db, {})
    const retried = await phone.visit('login.store', { email: ada.email, password: ada.password })
    assert.equal(retried.location, '/dashboard')
  },
)

test('a hook that throws rejects the change, and the user sees no details (HOK-05)', async (t) => {
  const { foyer } = await signedInAda(t)
  registerHooks(t, foyer, {
    beforeSignIn: [
      () => {
        throw new Error('secret of the hook')
      },
    ],
  })

  const phone = foyer.browser()
  const response = await phone.visit('login.store', { email: ada.email, password: ada.password })

  assert.equal(response.status, 500)
  assert.doesNotMatch(response.raw.body, /secret of the hook/)
  assert.equal((await foyer.db.selectFrom('sessions').select('id').execute()).length, 1)
})

test('writes of a before hook are committed and rolled back with the change', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const write: NonNullable<Hooks['beforeProfileChange']>[number] = async ({ userId }, { tx }) => {
    await tx.updateTable('users').set({ timezone: 'UTC' }).where('id', '=', userId).execute()
  }
  const timezone = async () =>
    (await foyer.db.selectFrom('users').select('timezone').executeTakeFirst())?.timezone
  const rename = () =>
    laptop.visit('user-profile-information.update', { name: 'Ada King', email: ada.email })

  registerHooks(t, foyer, { beforeProfileChange: [write, refuse] })
  await rename()
  const refused = await timezone()
  setHooks(foyer.db, { beforeProfileChange: [write] })
  await rename()

  assert.deepEqual([refused, await timezone()], [null, 'UTC'])
})

test('an after hook that fails is tried again, and changes nothing for the person (HOK-06)', async (t) => {
  const { foyer } = await signedInAda(t)
  let count = 0
  registerHooks(t, foyer, {
    afterSignIn: [
      () => {
        if (++count < 3) throw new Error('not reachable')
      },
    ],
  })

  const phone = foyer.browser()
  const { location } = await phone.visit('login.store', {
    email: ada.email,
    password: ada.password,
  })
  for (let i = 0; i < 3; i++) {
    await foyer.jobs.runDue()
    foyer.clock.advance(days)
  }

  assert.equal(location, '/dashboard')
  assert.equal(count, 3)
  assert.deepEqual(await kinds(foyer), [])
})

test('hooks that wait when their account is erased do not run (HOK-06)', async (t) => {
  const { foyer } = await signedInAda(t)
  const calls: string[] = []
  registerHooks(t, foyer, { afterSignIn: [() => void calls.push('afterSignIn')] })
  await foyer.browser().visit('login.store', { email: ada.email, password: ada.password })
  assert.deepEqual(await kinds(foyer), ['after-hooks'])

  await createCli(foyer)('user:delete', ada.email, '--yes')
  await foyer.jobs.runDue()

  assert.deepEqual(calls, [])
})

async function kinds({ db }: TestApp): Promise<string[]> {
  const jobs = await db
    .selectFrom('jobs')
    .select('kind')
    .where('kind', '=', 'after-hooks')
    .execute()
  return jobs.map(({ kind }) => kind)
}
