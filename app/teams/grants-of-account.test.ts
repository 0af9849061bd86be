import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import {
  askForRecovery,
  finishRecovery,
  mailNewAddress,
  waitMs,
} from '#testing/account-recovery.ts'
import { linkInMailTo, postTakeoverReport } from '#testing/account-takeover.ts'
import { createCli } from '#testing/cli.ts'
import { adaOnTwoDevices, confirmPassword, enableTwoFactor } from '#testing/signed-in-accounts.ts'
import { createTeamClient } from '#testing/team-tokens.ts'
import {
  addMember,
  createEngines,
  enginesPath,
  invite,
  person,
  roles,
  userId,
} from '#testing/teams.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

const handover = `${enginesPath}/handover`
const submit = { method: 'POST', body: {} } as const

/** A thief in the session of Ada, an owner, has offered the ownership to Eve and invited a second address of hers. */
async function adaAndEve(t: TestContext) {
  const { foyer, laptop: ada, phone: thief } = await adaOnTwoDevices(t)
  const [mail] = await foyer.mails()
  const notMe = mail?.text.match(/\/not-me\/\S+/)?.[0] ?? ''
  await createEngines(ada)
  const eve = await addMember(foyer, thief, { name: 'Eve' })
  await confirmPassword(eve)
  await confirmPassword(thief)
  await offer(thief, await userId(foyer, 'Eve'))
  const link = await invite(foyer, thief, { email: 'backdoor@example.com', role: 'admin' })
  return { foyer, ada, thief, eve, notMe, link }
}

async function offer(giver: TestBrowser, member: string): Promise<void> {
  assert.equal((await giver.json(handover, { method: 'POST', body: { member } })).status, 201)
}

const accept = async (browser: TestBrowser) =>
  (await browser.json(handover, { method: 'PUT', body: {} })).status

async function requireNothingLeft({ foyer, eve, link }: Awaited<ReturnType<typeof adaAndEve>>) {
  assert.equal(await accept(eve), 410)
  assert.equal((await foyer.browser().visitPath(link)).status, 410)
  assert.deepEqual(await roles(foyer), { 'Ada Lovelace': 'owner', Eve: 'member' })
  assert.deepEqual(await ends(foyer), ['handover.withdrawn', 'invitation.ended'])
}

async function ends({ db }: TestApp): Promise<string[]> {
  const rows = await db
    .selectFrom('team_events')
    .select('type')
    .where('type', 'in', ['handover.withdrawn', 'invitation.ended'])
    .execute()
  return rows.map(({ type }) => type).toSorted()
}

test('"this wasn\'t me" withdraws offers of the ownership and invitations in the name of the account (TEA-130)', async (t) => {
  const before = await adaAndEve(t)

  await before.foyer.browser().visitPath(before.notMe, submit)

  await requireNothingLeft(before)
  assert.equal((await before.foyer.events('team.handover-withdrawn')).length, 1)
})

test('reporting an event in Time Travel withdraws offers of the ownership and invitations of the account (TEA-130)', async (t) => {
  const before = await adaAndEve(t)
  const { foyer, ada } = before
  const [offered] = await foyer.events('team.handover-offered')
  await confirmPassword(ada)

  assert.equal((await postTakeoverReport(ada, offered?.seq ?? 0)).status, 200)

  await requireNothingLeft(before)
})

test('removing all other access withdraws offers of the ownership and invitations of the account (TEA-130)', async (t) => {
  const before = await adaAndEve(t)
  const { foyer, ada } = before
  await confirmPassword(ada)
  await ada.visit('email-change.store', { email: 'new@example.com' })
  const link = await linkInMailTo(foyer, 'new@example.com')

  await foyer.browser().visitPath(link, { method: 'POST', body: { remove_access: '1' } })

  await requireNothingLeft(before)
})

test('recovering the account does, too, and revokes its tokens (TEA-128, TEA-130)', async (t) => {
  const before = await adaAndEve(t)
  const { foyer, ada, thief } = before
  const token = await createTeamClient(foyer, thief)
  const { authenticator, recoveryCodes } = await enableTwoFactor(ada)
  const phone = foyer.browser()
  await askForRecovery(phone, {
    email: 'ada@example.com',
    recovery_code: recoveryCodes[0],
    code: authenticator.nextCode(),
  })
  foyer.clock.advance(waitMs)

  const done = await finishRecovery(phone, await mailNewAddress(foyer, phone))

  assert.equal(done.status, 303)
  assert.equal(await token.status('/api/team'), 401)
  const eve = foyer.browser()
  await eve.visit('login.store', { ...person('Eve') })
  await confirmPassword(eve)
  await requireNothingLeft({ ...before, eve })
})

test('locking an account withdraws its offers of the ownership and its invitations, and unlocking brings nothing back (TEA-130)', async (t) => {
  const before = await adaAndEve(t)
  const cli = createCli(before.foyer)

  await cli('user:lock', 'ada@example.com', '--yes')
  await requireNothingLeft(before)
  await cli('user:unlock', 'ada@example.com', '--yes')

  await requireNothingLeft(before)
})

test('an account that secures itself is not offered an ownership any more (TEA-130)', async (t) => {
  const { foyer, ada, eve, notMe } = await adaAndEve(t)
  await ada.json(handover, { method: 'DELETE', body: {} })
  const member = await userId(foyer, 'Ada')
  await foyer.db.updateTable('team_members').set({ role: 'owner' }).execute()
  await foyer.db
    .updateTable('team_members')
    .set({ role: 'member' })
    .where('user_id', '=', member)
    .execute()
  await offer(eve, member)

  await foyer.browser().visitPath(notMe, submit)

  assert.deepEqual(await foyer.db.selectFrom('team_handovers').selectAll().execute(), [])
})

test('withdrawing the grants of an account keeps offers and invitations of others (TEA-130)', async (t) => {
  const { foyer, ada, notMe } = await adaAndEve(t)
  await ada.json(handover, { method: 'DELETE', body: {} })
  const alan = await addMember(foyer, ada, { name: 'Alan', role: 'admin' })
  await invite(foyer, alan, { email: 'friend@example.com' })
  const token = await createTeamClient(foyer, alan)
  const body = { email: 'colleague@example.com', role: 'member' }
  assert.equal(await token.status('/api/team/invitations', { method: 'POST', body }), 201)

  await foyer.browser().visitPath(notMe, submit)

  const left = await foyer.db.selectFrom('team_invitations').select('email').execute()
  const addresses = left.map(({ email }) => email).toSorted()
  assert.deepEqual(addresses, ['colleague@example.com', 'friend@example.com'])
})

test('nobody accepts an ownership from an account that is locked or about to be deleted (TEA-130)', async (t) => {
  const { foyer, eve } = await adaAndEve(t)
  const giver = await userId(foyer, 'Ada')
  const set = (values: { locked_at?: number | null; leaves_at?: number | null }) =>
    foyer.db.updateTable('users').set(values).where('id', '=', giver).execute()

  await set({ locked_at: 1 })
  assert.equal(await accept(eve), 410)
  await set({ locked_at: null, leaves_at: 1 })
  assert.equal(await accept(eve), 410)
  await set({ leaves_at: null })
  assert.equal(await accept(eve), 200)
})

test('accepting an ownership during a takeover report succeeds once or is refused (TEA-130)', async (t) => {
  const { foyer, eve, notMe, link } = await adaAndEve(t)
  const report = async () => (await foyer.browser().visitPath(notMe, submit)).status

  const [first, second, ...reports] = await Promise.all([
    accept(eve),
    accept(eve),
    report(),
    report(),
  ])

  const accepted = [first, second].filter((status) => status === 200).length
  assert.ok(accepted <= 1)
  assert.ok([first, second, ...reports].every((status) => status < 500))
  const { Eve } = await roles(foyer)
  assert.equal(Eve, accepted === 1 ? 'owner' : 'member')
  assert.deepEqual(await foyer.db.selectFrom('team_handovers').selectAll().execute(), [])
  assert.equal((await foyer.browser().visitPath(link)).status, 410)
  assert.equal(await accept(eve), 410)
})
