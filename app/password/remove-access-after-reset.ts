import { passkeys, removePasskeys } from '#app/passkeys/passkeys.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { hasSecondFactor } from '#app/platform/auth/has-second-factor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { removeLinkedAccounts } from '#app/providers/providers.ts'
import { removeTwoFactor } from '#app/two-factor/two-factor.ts'

import { revokeApiAccess } from './revoke-api-access.ts'

const lastFactorMessage =
  'A second factor is required, so one has to stay. Keep one that\'s yours. If none of them is, choose "This wasn\'t me" in our email about the passkey.'

interface Removal {
  /** The choices of the owner. */
  form: { revoke_tokens: boolean; remove_passkeys: string[]; unlink_accounts: string[] }
  /** Whether the account must keep its last second factor. */
  needsFactor: boolean
  /** The address was never proved, so the other ways to sign in may be a stranger's (pre-hijacking). */
  wasUnverified: boolean
}

/** Removes the ways in that the owner ticked, or all if they may be a stranger's. @throws ValidationError */
export async function removeAccessAfterReset(
  tx: Tx,
  context: ActionContext,
  actor: Actor,
  { form, needsFactor, wasUnverified }: Removal,
) {
  const every = wasUnverified ? 'every' : null
  const tokensRevoked = form.revoke_tokens && (await revokeApiAccess(tx, actor, 'password-reset'))
  // A security key opens nothing without the new password, and the mailbox must not remove the other factor.
  const signInPasskeys = (await passkeys(tx, actor.userId)).filter((it) => !it.isSecondFactorOnly)
  const removable = signInPasskeys.filter(({ id }) => form.remove_passkeys.includes(id))
  const removed = await removePasskeys(tx, actor, every ?? removable.map(({ id }) => id))
  const removedPasskeys = removed.map(({ name }) => name)
  const accounts = every ?? form.unlink_accounts
  const unlinkedProviders = await removeLinkedAccounts(tx, context, actor, accounts)
  if (wasUnverified) await removeTwoFactor(tx, actor)
  else if (
    needsFactor &&
    removedPasskeys.length > 0 &&
    !(await hasSecondFactor(tx, actor.userId))
  ) {
    throw new ValidationError({ remove_passkeys: lastFactorMessage })
  }
  return { tokensRevoked, removedPasskeys, unlinkedProviders }
}
