import type { AccountEvents, AccountEventType } from '#app/account-events.ts'
import { type Actor, performedByKind } from '#app/platform/actor.ts'

import type {
  DeletionRequest,
  HookedEvent,
  ProfileChange,
  SignIn,
  SignOut,
  SignUp,
} from './hooks.ts'

/** The part of a hooked event that its type adds. */
type Own<Event> = Omit<Event, keyof HookedEvent>

export type HookCall =
  | { name: 'SignUp'; event: Own<SignUp> }
  | { name: 'SignIn'; event: Own<SignIn> }
  | { name: 'SignOut'; event: Own<SignOut> }
  | { name: 'ProfileChange'; event: Own<ProfileChange> }
  | { name: 'Deletion'; event: Own<DeletionRequest> }

/** The fields that every hook of the event receives. */
export function hookSubject(actor: Actor): HookedEvent {
  const { userId, now: at, ip, userAgent } = actor
  return { userId, at, ip, userAgent, performedBy: performedByKind(actor, null) }
}

interface Hooked {
  call: HookCall
  /** False for changes that protect the account: a refusal would help a thief. */
  isRefusable: boolean
}

type HookedBy = { [Type in AccountEventType]?: (data: AccountEvents[Type]) => Hooked }

/** Each event is recorded in the transaction of its change, so no way in or out can avoid its hooks. */
const hookedBy: HookedBy = {
  'account.created': ({ name, email, isInvited, isImported, hasPassword }) =>
    refusable({
      name: 'SignUp',
      event: {
        name,
        email,
        isInvited: isInvited ?? false,
        isImported: isImported ?? false,
        hasPassword: hasPassword ?? false,
      },
    }),
  'session.started': ({ session, method, remembered }) =>
    refusable({ name: 'SignIn', event: { session, method, remembered } }),
  'session.ended': ({ session, why }) => ({
    call: { name: 'SignOut', event: { session, why } },
    isRefusable: why === 'logout',
  }),
  'profile.updated': ({ before, after }) => profileChange(before, after),
  'profile.restored': ({ before, after }) => profileChange(before, after),
  'photo.changed': ({ photo }) => profileChange({}, { photo: photo ?? null }),
  'photo.removed': () => profileChange({}, { photo: null }),
  'address.changed': ({ from, to, restores }) => ({
    ...profileChange({ email: from }, { email: to }),
    isRefusable: !restores,
  }),
  'address-change.undone': ({ from, to }) => ({
    ...profileChange({ email: from }, { email: to }),
    isRefusable: false,
  }),
  'account.leaving': ({ erasedAt }) =>
    refusable({ name: 'Deletion', event: { deletedAt: erasedAt } }),
}

/** Undefined for an event without hooks. */
export function hookedEvent<Type extends AccountEventType>(
  type: Type,
  data: AccountEvents[Type],
): Hooked | undefined {
  return hookedBy[type]?.(data)
}

function refusable(call: HookCall): Hooked {
  return { call, isRefusable: true }
}

function profileChange(before: ProfileChange['before'], after: ProfileChange['after']): Hooked {
  return refusable({ name: 'ProfileChange', event: { before, after } })
}
