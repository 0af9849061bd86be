import { msg } from '@foyer/i18n'

import type { SoleOwnership } from '#app/pages.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { ValidationError } from '#app/platform/errors.ts'
import type { FeatureContext } from '#app/platform/feature.ts'
import { route } from '#app/platform/route.ts'

import { hasOtherOwner, lockTeam } from './membership.ts'

/** The teams that an account is the only owner of; those about to be deleted do not count. */
export async function listSoleOwnedTeams(
  db: Db,
  { config }: FeatureContext,
  userId: string,
): Promise<SoleOwnership[]> {
  if (!config.teams) return []
  const owned: SoleOwnership[] = []
  for (const { id, name, slug } of await ownedTeams(db, userId))
    if (!(await hasOtherOwner(db, id, userId)))
      owned.push({ name, href: route('team.settings', { team: slug }) })
  return owned
}

/**
 * Rejects the deletion of an account while it is the only owner of a team. Locks the teams, so that two owners cannot leave at
 * the same time: they are locked already, but for one that the account has just become an owner of. With teams switched off nobody could decide; the erasure then appoints an owner.
 *
 * @throws ValidationError
 */
export async function requireNotSoleOwner(
  tx: Tx,
  context: FeatureContext,
  { userId, performedBy }: Actor,
): Promise<void> {
  if (!context.config.teams) return
  for (const { id } of await ownedTeams(tx, userId)) await lockTeam(tx, id)
  const orphans = await listSoleOwnedTeams(tx, context, userId)
  if (orphans.length === 0) return
  const teams = orphans.map(({ name }) => name).join(', ')
  throw new ValidationError(
    performedBy
      ? {
          reason: msg('This account is the only owner of {teams}. Its owner decides first.', {
            teams,
          }),
        }
      : {
          confirmation: msg(
            "You're the only owner of {teams}. Transfer or delete each of these teams first.",
            { teams },
          ),
        },
  )
}

/** The teams of an owner, in the order that teams are locked in. */
function ownedTeams(db: Db, userId: string) {
  return db
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select(['teams.id', 'name', 'slug'])
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .where('deletes_at', 'is', null)
    .orderBy('teams.id')
    .execute()
}
