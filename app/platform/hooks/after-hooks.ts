import { z } from 'zod'

import type { AccountEvents, AccountEventType } from '#app/account-events.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import { JobError } from '#app/platform/jobs/job-error.ts'
import type { JobHandler } from '#app/platform/jobs/run-job.ts'
import { newId } from '#app/platform/lib/ids.ts'

import { hookedEvent, hookSubject } from './hooked-events.ts'
import { registeredHooks } from './hooks.ts'
import { afterHookMs } from './limits.ts'
import { runWithTimeLimit } from './run-with-time-limit.ts'

const afterNames = [
  'afterSignUp',
  'afterSignIn',
  'afterSignOut',
  'afterProfileChange',
  'afterDeletion',
] as const

type AfterName = (typeof afterNames)[number]

/** Enqueues the `after` hooks of an event, so that they run if and only if the change is committed. */
export async function enqueueAfterHooks<Type extends AccountEventType>(
  tx: Tx,
  keys: Keyring,
  actor: Actor,
  { type, data }: { type: Type; data: AccountEvents[Type] },
): Promise<void> {
  const call = registeredHooks(tx) && hookedEvent(type, data)?.call
  // After a deletion is after the erasure, which records no event.
  if (!call || call.name === 'Deletion') return
  // Erasing the account deletes queued jobs whose key ends in its id.
  const dedupeKey = `after-hooks:${newId()}:${actor.userId}`
  const event = { ...hookSubject(actor), ...call.event }
  await enqueueHooks(tx, keys, { name: `after${call.name}`, event, dedupeKey })
}

/** The account is gone when these hooks run. */
export function enqueueAfterDeletion(
  tx: Tx,
  keys: Keyring,
  { userId, at }: { userId: string; at: number },
): Promise<void> {
  const event = { userId, at, ip: null, userAgent: null, performedBy: null }
  return enqueueHooks(tx, keys, {
    name: 'afterDeletion',
    event,
    dedupeKey: `after-hooks:${newId()}`,
  })
}

async function enqueueHooks(
  tx: Tx,
  keys: Keyring,
  { name, event, dedupeKey }: { name: AfterName; event: { at: number }; dedupeKey: string },
): Promise<void> {
  if (!registeredHooks(tx)?.[name]?.length) return
  const payload = { name, event }
  await enqueue(tx, keys, { kind: 'after-hooks', payload, dedupeKey, now: event.at })
}

const Payload = z.object({
  name: z.enum(afterNames),
  /** As `enqueueHooks` stored it for hooks of this name; `never` is what hooks of every name accept. */
  event: z.custom<never>((value) => typeof value === 'object'),
})

/** Runs all hooks of a change, and all of them again when one has failed. */
export function afterHooksJob({ db }: { db: Db }): JobHandler {
  return async (payload, { log }) => {
    const { name, event } = Payload.parse(payload)
    for (const hook of registeredHooks(db)?.[name] ?? []) {
      await runWithTimeLimit(name, afterHookMs, async (signal) =>
        hook(event, { db, signal }),
      ).catch((err: unknown) => {
        log.warn({ err, hook: name }, 'hook failed')
        throw new JobError(`A hook ${name} failed.`, { cause: err })
      })
    }
  }
}
