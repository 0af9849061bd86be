import { features } from '#app/features.ts'
import type { SoleOwnership } from '#app/pages.ts'
import type { ActionContext } from '#app/platform/action-context.ts'

/** Things that the owner of an account has to transfer or delete before the account, by name. */
export async function listSoleOwnerships(
  context: Pick<ActionContext, 'db' | 'config'>,
  userId: string,
): Promise<SoleOwnership[]> {
  const owned = features.map((feature) => feature.soleOwnerships?.(context.db, context, userId))
  return (await Promise.all(owned)).flatMap((rows) => rows ?? [])
}
