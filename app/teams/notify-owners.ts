import type { TeamNotificationType } from '#app/notification-types.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { notify } from '#app/platform/notifications/notify.ts'

/** Notifies the owners in the application only, without a mail and without the name of a member, which would outlive its account. */
export async function notifyOwners(
  tx: Tx,
  { teamId, by, now }: { teamId: string; by: string | null; now: number },
  { type, ...data }: { type: TeamNotificationType; team: string; thing?: string },
): Promise<void> {
  const owners = await tx
    .selectFrom('team_members')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('role', '=', 'owner')
    .orderBy('user_id')
    .execute()
  for (const { user_id: userId } of owners)
    if (userId !== by) await notify(tx, { userId, sessionId: null, now }, { type, data })
}
