import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { teamTokenPermissions } from '#app/permissions.ts'
import { down, up } from '#app/platform/db/migrations/076-team-token-creators.ts'
import { NotSignedIn } from '#app/platform/errors.ts'
import { linkInMailTo, postTakeoverReport } from '#testing/account-takeover.ts'
import { actionContext } from '#testing/action-context.ts'
import type { ApiClient } from '#testing/api-clients.ts'
import { createCli } from '#testing/cli.ts'
import { adaOnTwoDevices, confirmPassword, signedInAda } from '#testing/signed-in-accounts.ts'
import { createTeamClient } from '#testing/team-tokens.ts'
import {
  addMember,
  createEngines,
  enginesPath,
  invitationLink,
  person,
  userId,
} from '#testing/teams.ts'
import type { TestApp } from '#testing/test-app.ts'
import { days, minutes } from '#testing/test-clock.ts'

import type { TeamToken } from './find-team-token.ts'
import { inviteWithToken } from './invite-with-token.ts'

const submit = { method: 'POST', body: {} } as const

/** Alan, an administrator of Ada's team, with a token that has invited a second address of his. */
async function adaAndAlan(t: TestContext) {
  const { foyer, laptop: ada } = await signedInAda(t)
  await createEngines(ada)
  const alan = await addMember(foyer, ada, { name: 'Alan', role: 'admin' })
  const token = await createTeamClient(foyer, alan)
  await inviteWith(token, 'backdoor@example.com')
  const link = await invitationLink(foyer)
  return { foyer, ada, alan, token, link, alanPath: await memberPath(foyer, 'Alan') }
}

const memberPath = async (foyer: TestApp, name: string) =>
  `${enginesPath}/members/${await userId(foyer, name)}`

async function inviteWith(token: ApiClient, email: string): Promise<void> {
  const body = { email, role: 'member' }
  assert.equal(await token.status('/api/team/invitations', { method: 'POST', body }), 201)
}

async function requireNoWayBack({ foyer, token, link }: Awaited<ReturnType<typeof adaAndAlan>>) {
  assert.equal(await token.status('/api/team'), 401)
  assert.equal((await foyer.browser().visitPath(link)).status, 410)
  assert.deepEqual(await foyer.db.selectFrom('team_tokens').select('id').execute(), [])
  assert.deepEqual(await foyer.db.selectFrom('team_invitations').select('id').execute(), [])
}

async function ends({ db }: TestApp) {
  const rows = await db
    .selectFrom('team_events')
    .select(['type', 'data'])
    .where('type', 'in', ['token.revoked', 'invitation.ended'])
    .orderBy('seq')
    .execute()
  return rows.map(({ type, data }) => [type, JSON.parse(data).why])
}

const endsBecause = (why?: string) => [
  ['invitation.ended', undefined],
  ['token.revoked', why],
]

test('a removed administrator has no way back through a token (TEA-98)', async (t) => {
  const before = await adaAndAlan(t)
  const { foyer, ada, alanPath } = before

  assert.equal((await ada.json(alanPath, { method: 'DELETE' })).status, 200)

  await requireNoWayBack(before)
  assert.deepEqual(await ends(foyer), endsBecause('creator-left'))
})

test('an administrator who leaves takes no token along (TEA-98)', async (t) => {
  const before = await adaAndAlan(t)
  const { foyer, alan, alanPath } = before

  assert.equal((await alan.json(alanPath, { method: 'DELETE' })).status, 200)

  await requireNoWayBack(before)
  assert.deepEqual(await ends(foyer), endsBecause('creator-left'))
})

test('a lowered administrator keeps no token (TEA-98)', async (t) => {
  const before = await adaAndAlan(t)
  const { foyer, ada, alanPath } = before

  await ada.json(alanPath, { method: 'PUT', body: { role: 'member' } })

  await requireNoWayBack(before)
  assert.deepEqual(await ends(foyer), endsBecause('creator-lowered'))
})

test('the tokens of an erased administrator end with the account (TEA-98)', async (t) => {
  const before = await adaAndAlan(t)
  const { foyer, alan } = before
  await alan.visit('current-user.destroy', { confirmation: person('Alan').email })
  foyer.clock.advance(60 * days)

  await foyer.jobs.runDue()

  assert.equal(await before.token.status('/api/team'), 401)
  assert.deepEqual(await foyer.db.selectFrom('team_tokens').select('id').execute(), [])
  const [revoked] = (await ends(foyer)).filter(([type]) => type === 'token.revoked')
  assert.deepEqual(revoked, ['token.revoked', 'creator-left'])
})

test('tokens of others, and those that a new role still permits, stay (TEA-98)', async (t) => {
  const { foyer, ada, alanPath } = await adaAndAlan(t)
  const own = await createTeamClient(foyer, ada)
  const grace = await addMember(foyer, ada, { name: 'Grace' })
  await foyer.db
    .updateTable('team_members')
    .set({ role: 'owner' })
    .where('user_id', '=', await userId(foyer, 'Grace'))
    .execute()
  const graces = await createTeamClient(foyer, grace)

  await ada.json(alanPath, { method: 'DELETE' })
  const lowered = { method: 'PUT', body: { role: 'admin' } } as const
  assert.equal((await grace.json(await memberPath(foyer, 'Grace'), lowered)).status, 200)

  assert.deepEqual([await own.status('/api/team'), await graces.status('/api/team')], [200, 200])
})

test('of removing a member and a request with their token at the same time, no invitation is left (TEA-98)', async (t) => {
  const { foyer, ada, token, alanPath } = await adaAndAlan(t)
  const invite = (email: string) =>
    token.status('/api/team/invitations', { method: 'POST', body: { email, role: 'member' } })

  const [removed] = await Promise.all([
    ada.json(alanPath, { method: 'DELETE' }),
    ...Array.from({ length: 6 }, (_, index) => invite(`guest${index}@example.com`)),
  ])

  assert.equal(removed?.status, 200)
  assert.deepEqual(await foyer.db.selectFrom('team_invitations').select('id').execute(), [])
})

test('revoking a token also ends the open invitations that were sent with it (TEA-127)', async (t) => {
  const before = await adaAndAlan(t)
  const { foyer, ada, token } = before

  await ada.json(`${enginesPath}/tokens/${token.id}`, { method: 'DELETE' })

  await requireNoWayBack(before)
  assert.deepEqual(await ends(foyer), endsBecause())
})

test('an invitation that a member has sent again does not end with the token (TEA-127)', async (t) => {
  const { foyer, ada, token } = await adaAndAlan(t)
  const { id } = await foyer.db
    .selectFrom('team_invitations')
    .select('id')
    .executeTakeFirstOrThrow()
  const again = await ada.json(`${enginesPath}/invitations/${id}/mail`, submit)
  assert.equal(again.status, 202)

  await ada.json(`${enginesPath}/tokens/${token.id}`, { method: 'DELETE' })

  assert.deepEqual(await foyer.db.selectFrom('team_invitations').select('id').execute(), [{ id }])
})

test('"this wasn\'t me" revokes the tokens that the account created, in every team, and no others (TEA-128)', async (t) => {
  const { foyer, laptop, phone: thief } = await adaOnTwoDevices(t)
  const [mail] = await foyer.mails()
  const link = mail?.text.match(/\/not-me\/\S+/)?.[0] ?? ''
  await createEngines(laptop)
  await createEngines(laptop, { name: 'Looms', slug: 'looms' })
  const alan = await addMember(foyer, laptop, { name: 'Alan', role: 'admin' })
  const alans = await createTeamClient(foyer, alan)
  const stolen = await createTeamClient(foyer, thief)
  const other = await createTeamClient(foyer, thief, { team: '/t/looms' })
  await inviteWith(stolen, 'backdoor@example.com')

  const done = await foyer.browser().visitPath(link, submit)

  assert.equal(done.page.props['step'], 'done')
  for (const token of [stolen, other]) assert.equal(await token.status('/api/team'), 401)
  assert.equal(await alans.status('/api/team'), 200)
  assert.deepEqual(await foyer.db.selectFrom('team_invitations').select('id').execute(), [])
  const types = (await ends(foyer)).map(([type]) => type)
  assert.deepEqual(types.toSorted(), ['invitation.ended', 'token.revoked', 'token.revoked'])
  assert.equal((await foyer.events('team.token-revoked')).length, 2)
})

test('reporting an event in Time Travel revokes the tokens that the account created (TEA-128)', async (t) => {
  const { foyer, laptop, phone: thief } = await adaOnTwoDevices(t)
  await createEngines(laptop)
  const stolen = await createTeamClient(foyer, thief)
  const [created] = await foyer.events('team.token-created')
  await confirmPassword(laptop)

  assert.equal((await postTakeoverReport(laptop, created?.seq ?? 0)).status, 200)
  assert.equal(await stolen.status('/api/team'), 401)
  assert.deepEqual(await ends(foyer), [['token.revoked', 'creator-secured']])
})

test('removing all other access revokes the tokens that the account created (TEA-128)', async (t) => {
  const { foyer, laptop: mallory } = await signedInAda(t)
  await createEngines(mallory)
  const token = await createTeamClient(foyer, mallory)
  await confirmPassword(mallory)
  await mallory.visit('email-change.store', { email: 'victim@example.com' })
  const link = await linkInMailTo(foyer, 'victim@example.com')

  const removed = await foyer
    .browser()
    .visitPath(link, { method: 'POST', body: { remove_access: '1' } })

  assert.match(removed.location ?? '', /^\/reset-password\//)
  assert.equal(await token.status('/api/team'), 401)
  assert.deepEqual(await ends(foyer), [['token.revoked', 'creator-secured']])
})

test('a token is disabled while the account of its creator is locked (TEA-132)', async (t) => {
  const { foyer, token } = await adaAndAlan(t)
  const cli = createCli(foyer)
  const { email } = person('Alan')
  const body = { email: 'guest@example.com', role: 'member' }

  await cli('user:lock', email, '--yes')
  assert.equal(await token.status('/api/team'), 403)
  assert.equal(await token.status('/api/team/invitations', { method: 'POST', body }), 403)
  await cli('user:unlock', email, '--yes')

  assert.equal(await token.status('/api/team'), 200)
})

test('a token is disabled while the account of its creator is about to be deleted (TEA-132)', async (t) => {
  const { alan, token } = await adaAndAlan(t)

  await alan.visit('current-user.destroy', { confirmation: person('Alan').email })
  assert.equal(await token.status('/api/team'), 403)
  await alan.visit('account-leaving.return')

  assert.equal(await token.status('/api/team'), 200)
})

test('a lock ends the invitations that were sent with the tokens of the account, and no others (TEA-132)', async (t) => {
  const { foyer, ada, token, link } = await adaAndAlan(t)
  await inviteWith(await createTeamClient(foyer, ada), 'colleague@example.com')
  const cli = createCli(foyer)
  const { email } = person('Alan')

  await cli('user:lock', email, '--yes')
  await cli('user:unlock', email, '--yes')

  assert.equal((await foyer.browser().visitPath(link)).status, 410)
  const left = await foyer.db.selectFrom('team_invitations').select('email').execute()
  assert.deepEqual(left, [{ email: 'colleague@example.com' }])
  assert.deepEqual(await ends(foyer), [['invitation.ended', undefined]])
  assert.equal(await token.status('/api/team'), 200)
})

test('a password reset that revokes all tokens revokes those that the account created for teams (TEA-146)', async (t) => {
  const { foyer, token } = await adaAndAlan(t)
  const { email } = person('Alan')
  const password = 'a long and unusual passphrase'
  const firstLink = await resetToken(foyer, email)
  const reset = (link: string, form = {}) =>
    foyer.browser().visit('password.update', { token: link, email, password, ...form })
  const { page } = await foyer.browser().visitPath(`/reset-password/${firstLink}`)
  assert.equal(page.props['hasTokens'], true)
  await reset(firstLink)
  assert.equal(await token.status('/api/team'), 200)
  foyer.clock.advance(2 * minutes)

  const again = { password: 'yet another row of words', revoke_tokens: '1' }
  await reset(await resetToken(foyer, email), again)

  assert.equal(await token.status('/api/team'), 401)
  assert.deepEqual(await ends(foyer), endsBecause('creator-secured'))
  const revoked = (await foyer.events('password.reset'))
    .filter(({ type }) => type === 'password.reset')
    .map(({ data }) => data['tokensRevoked'])
  assert.deepEqual(revoked, [false, true])
})

test('a password change that revokes all tokens does, too (TEA-146)', async (t) => {
  const { alan, token } = await adaAndAlan(t)
  const form = { current_password: person('Alan').password, password: 'yet another row of words' }
  const { page } = await alan.visit('profile.security')
  assert.partialDeepStrictEqual(page.props['password'], { hasTokens: true })

  await alan.visit('user-password.update', { ...form, revoke_tokens: '1' })

  assert.equal(await token.status('/api/team'), 401)
})

async function resetToken(foyer: TestApp, email: string): Promise<string> {
  await foyer.browser().visit('password.email', { email })
  const [link = ''] = (await linkInMailTo(foyer, email, /\/reset-password\/[^\s?]+/)).split('?')
  return link.replace('/reset-password/', '')
}

test('a token without a known creator works (TEA-132)', async (t) => {
  const { foyer, token } = await adaAndAlan(t)
  await foyer.db.updateTable('team_tokens').set({ created_by: null }).execute()

  await inviteWith(token, 'guest@example.com')
})

test('a lock also stops a request of a token that was let in before (TEA-132)', async (t) => {
  const { foyer, alanPath } = await adaAndAlan(t)
  const creator = alanPath.split('/').at(-1) ?? ''
  const { id, team_id: teamId } = await foyer.db
    .selectFrom('team_tokens')
    .select(['id', 'team_id'])
    .executeTakeFirstOrThrow()
  const letIn: TeamToken = {
    id,
    teamId,
    name: 'Onboarding',
    permissions: [...teamTokenPermissions],
    lastUsedAt: null,
    isDisabled: false,
  }
  await foyer.db.updateTable('users').set({ locked_at: 1 }).where('id', '=', creator).execute()

  await assert.rejects(
    inviteWithToken(actionContext(foyer, foyer.db, foyer.clock.now()), letIn, {
      email: 'guest@example.com',
      role: 'member',
    }),
    NotSignedIn,
  )
})

test('an upgrade reads who created a token from the log, and the token ends with them (TEA-98)', async (t) => {
  const before = await adaAndAlan(t)
  const { foyer, ada, alanPath } = before
  await down(foyer.db)
  await up(foyer.db)

  await ada.json(alanPath, { method: 'DELETE' })

  assert.equal(await before.token.status('/api/team'), 401)
})
