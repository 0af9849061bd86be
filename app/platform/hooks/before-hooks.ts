import type { AccountEvents, AccountEventType } from '#app/account-events.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'

import { HookRefusal } from './hook-refusal.ts'
import { type HookCall, hookedEvent, hookSubject } from './hooked-events.ts'
import { type Hooks, registeredHooks } from './hooks.ts'
import { beforeHookMs } from './limits.ts'
import { runWithTimeLimit } from './run-with-time-limit.ts'

/**
 * Runs the `before` hooks of an event, one after another, in the transaction of the change.
 *
 * @returns undefined when there are none, which is the usual case
 * @throws HookRefusal
 */
export function beforeHooks<Type extends AccountEventType>(
  tx: Tx,
  actor: Actor,
  type: Type,
  data: AccountEvents[Type],
): Promise<void> | undefined {
  const hooks = registeredHooks(tx)
  const hooked = hooks && hookedEvent(type, data)
  return hooks && hooked?.isRefusable ? runAll(tx, hooks, actor, hooked.call) : undefined
}

async function runAll(tx: Tx, hooks: Hooks, actor: Actor, call: HookCall): Promise<void> {
  for (const run of callsOf(hooks, actor, call)) {
    await runWithTimeLimit(`before${call.name}`, beforeHookMs, (signal) =>
      run({ tx, signal }),
    ).catch((error: unknown) => {
      throw error instanceof HookRefusal ? error.at(fieldOf(call)) : error
    })
  }
}

type Context = { tx: Tx; signal: AbortSignal }

function callsOf(
  hooks: Hooks,
  actor: Actor,
  call: HookCall,
): ((context: Context) => Promise<void> | void)[] {
  const subject = hookSubject(actor)
  const bind = <Event>(
    registered: readonly ((event: Event, context: Context) => Promise<void> | void)[] = [],
    event: Event,
  ) => registered.map((hook) => async (context: Context) => hook(event, context))
  switch (call.name) {
    case 'SignUp':
      return bind(hooks.beforeSignUp, { ...subject, ...call.event })
    case 'SignIn':
      return bind(hooks.beforeSignIn, { ...subject, ...call.event })
    case 'SignOut':
      return bind(hooks.beforeSignOut, { ...subject, ...call.event })
    case 'ProfileChange':
      return bind(hooks.beforeProfileChange, { ...subject, ...call.event })
    case 'Deletion':
      return bind(hooks.beforeDeletion, { ...subject, ...call.event })
  }
}

/** The field of the form that shows a refusal. */
function fieldOf(call: HookCall): string {
  if (call.name === 'Deletion') return 'confirmation'
  if (call.name === 'ProfileChange') return Object.keys(call.event.after)[0] ?? 'name'
  return 'email'
}
