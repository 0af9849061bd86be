import { msg } from '@foyer/i18n'

import { tokenExpiresAt } from '#app/api-tokens/api-tokens.ts'
import { grantableTokenPermissions } from '#app/permissions.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { countRows } from '#app/platform/db/count-rows.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Forbidden, NotFound, ValidationError } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { recordTeamEvent, teamLogActor } from '#app/team-log/team-log.ts'
import { endTeamToken, lockTeamFor, sendTeamMail } from '#app/teams/teams.ts'

import { maxTeamTokens } from './limits.ts'
import { teamTokenCreatedMail } from './notices.mail.ts'
import { teamTokenFormat } from './team-token-format.ts'
import type { NewTeamToken } from './token-form.ts'

const permission = 'tokens.manage'

/**
 * Creates a token, and tells the owners.
 *
 * @param timezone  of the member, for the end of the chosen day
 * @returns the only copy of the token; the database stores its hash
 * @throws Forbidden for a permission that the member does not have, or ValidationError
 */
export async function createTeamToken(
  context: ActionContext,
  actor: Actor,
  { teamId, timezone }: { teamId: string; timezone: string | null },
  form: NewTeamToken,
): Promise<{ id: string; token: string }> {
  const { name, permissions } = form
  const { now } = actor
  const expires_at = tokenExpiresAt(form, { now, timezone })
  const id = newId()
  const token = teamTokenFormat.create()

  await inTransaction(context.db, async (tx) => {
    const team = await lockTeamFor(tx, actor, teamId, permission)
    const grantable = grantableTokenPermissions(team.role)
    if (!permissions.every((name) => grantable.includes(name))) throw new Forbidden()
    await requireRoom(tx, teamId)
    await tx
      .insertInto('team_tokens')
      .values({
        id,
        team_id: teamId,
        name,
        hint: teamTokenFormat.hint(token),
        token_hash: hashSecret(token),
        permissions: JSON.stringify(permissions),
        created_by: actor.userId,
        expires_at,
        last_used_at: null,
        created_at: now,
      })
      .execute()
    const created = { token: id, name, permissions, expiresAt: toIso(expires_at) }
    await recordTeamEvent(tx, teamLogActor(teamId, actor), 'token.created', created)
    const event = { team: teamId, name: team.name, token: name }
    await recordEvent(tx, actor, 'team.token-created', event)
    for (const userId of await recipientsOf(tx, teamId, actor))
      await sendTeamMail(tx, context, userId, teamTokenCreatedMail(team, name))
  })
  return { id, token }
}

/**
 * Revokes a token. Programs that use it are rejected from then on, and the open invitations that they sent end. @throws
 * NotFound
 */
export async function revokeTeamToken(
  { db }: Pick<ActionContext, 'db'>,
  actor: Actor,
  { teamId, id }: { teamId: string; id: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const team = await lockTeamFor(tx, actor, teamId, permission)
    const name = await endTeamToken(tx, teamLogActor(teamId, actor), id)
    if (name === null) throw new NotFound()
    const event = { team: teamId, name: team.name, token: name }
    await recordEvent(tx, actor, 'team.token-revoked', event)
  })
}

/** The team's row is locked, so concurrent requests cannot exceed the limit. */
async function requireRoom(tx: Tx, teamId: string): Promise<void> {
  const count = await countRows(tx.selectFrom('team_tokens').where('team_id', '=', teamId))
  if (count < maxTeamTokens) return
  throw new ValidationError({
    name: msg("You've reached the limit of {most} API tokens. Revoke one first.", {
      most: maxTeamTokens,
    }),
  })
}

/** The owners, and the member who creates it, in the order that accounts are locked in. */
async function recipientsOf(tx: Tx, teamId: string, { userId }: Actor): Promise<string[]> {
  const rows = await tx
    .selectFrom('team_members')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where(({ eb, or }) => or([eb('role', '=', 'owner'), eb('user_id', '=', userId)]))
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}
