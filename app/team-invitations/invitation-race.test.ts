import { test } from 'node:test'

import { hashSecret, newSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { Gone } from '#app/platform/errors.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { actionContext } from '#testing/action-context.ts'
import { assertSingleWinner, insertAccounts, sessionRow } from '#testing/assert-single-winner.ts'
import { createTestApp } from '#testing/test-app.ts'

import { acceptTeamInvitation } from './accept-invitation.ts'

const now = 1_700_000_000_000

test('one winner in every round: of two accounts that accept the same invitation, one joins the team (TEA-09)', async (t) => {
  const foyer = await createTestApp(t)
  let users: string[] = []

  await assertSingleWinner(t, {
    isTransaction: true,
    async create(db, count) {
      if (users.length === 0) {
        users = await insertAccounts(db, 2 * count + 1)
        const sessions = users.map((user) => sessionRow(user, sessionOf(user), now))
        await db.insertInto('sessions').values(sessions).execute()
      }
      const inviter = users.at(-1) ?? ''
      return insertInvitations(db, inviter, users.slice(0, 2 * count))
    },
    async consume(db, { link, recipients }) {
      const [userId = ''] = recipients.splice(0, 1)
      const actor = { userId, sessionId: sessionOf(userId), ip: null, userAgent: null, now }
      const accepted = { link, otherAddress: true }
      const accepting = acceptTeamInvitation(actionContext(foyer, db, now), actor, accepted)
      return accepting.then(() => true, lost)
    },
  })
})

/** Its id, and its secret. */
const sessionOf = (user: string) => `session of ${user}`.padEnd(36)

/** Each to a team of its own. Its two recipients accept it. */
async function insertInvitations(db: Db, inviter: string, users: readonly string[]) {
  const invited = Array.from({ length: users.length / 2 }, (_, index) => ({
    link: { id: newId(), secret: newSecret() },
    team: newId(),
    recipients: users.slice(2 * index, 2 * index + 2),
  }))
  const teams = invited.map(({ team }) => ({
    id: team,
    name: 'Engines',
    slug: team,
    created_at: now,
    event_count: 0,
    requires_second_factor: 0,
  }))
  await db.insertInto('teams').values(teams).execute()
  const owners = invited.map(({ team }) => ({
    team_id: team,
    user_id: inviter,
    role: 'owner',
    joined_at: now,
  }))
  await db.insertInto('team_members').values(owners).execute()
  const rows = invited.map(({ link, team }) => ({
    id: link.id,
    team_id: team,
    email: 'invited@example.org',
    email_key: 'invited@example.org',
    role: 'member',
    token_hash: hashSecret(link.secret),
    user_id: inviter,
    created_at: now,
    expires_at: now + 60_000,
  }))
  await db.insertInto('team_invitations').values(rows).execute()
  return invited
}

function lost(error: unknown): false {
  if (error instanceof Gone) return false
  throw error
}
