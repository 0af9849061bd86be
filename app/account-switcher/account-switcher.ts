import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin, SessionActor } from '#app/platform/actor.ts'
import type { BrowserAccountSession } from '#app/platform/sessions/switch-session.ts'
import { signOut } from '#app/sign-in/sign-in.ts'

type Context = Pick<ActionContext, 'db'>

/** Ends this session of each account, in a transaction and a log of its own. */
export async function endOtherAccounts(
  { db }: Context,
  origin: RequestOrigin,
  accounts: readonly { session: BrowserAccountSession | null }[],
): Promise<void> {
  for (const { session } of accounts) {
    if (!session) continue
    const { user_id: userId, session_id: sessionId } = session
    await signOut({ db }, { ...origin, userId, sessionId })
  }
}

/** @param actor  null when only other accounts are signed in */
export async function signOutEverywhere(
  context: Context,
  origin: RequestOrigin,
  actor: SessionActor | null,
  accounts: readonly { session: BrowserAccountSession | null }[],
): Promise<void> {
  await endOtherAccounts(context, origin, accounts)
  if (actor) await signOut(context, actor)
}
