import type { AccountEvents } from '#app/account-events.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import type { Profile } from '#app/profile-fields.ts'

/** The fields that the events of all hooks have. */
export interface HookedEvent {
  userId: string
  /** Unix milliseconds. */
  at: number
  /** Null when nobody's browser acts: the command line, or a job. */
  ip: string | null
  userAgent: string | null
  /** Null is the owner, the command line, or a job. */
  performedBy: 'administrator' | 'service' | null
}

export interface SignUp extends HookedEvent {
  name: string
  email: string
  isInvited: boolean
  isImported: boolean
  /** False for an account with a passkey or a provider instead. */
  hasPassword: boolean
}

export interface SignIn extends HookedEvent {
  session: string
  method: AccountEvents['session.started']['method']
  remembered: boolean
}

export interface SignOut extends HookedEvent {
  session: string
  why: AccountEvents['session.ended']['why']
}

/** A change of the profile, with only the fields of this change. */
export interface ProfileChange extends HookedEvent {
  before: Partial<ProfileFields>
  after: Partial<ProfileFields>
}

type ProfileFields = Profile & { email: string; photo: string | null }

export interface DeletionRequest extends HookedEvent {
  /** ISO 8601: the end of the days in which the owner may cancel. */
  deletedAt: string
}

/** @throws HookRefusal to refuse; any other error is a bug, and refuses as well */
type BeforeHook<Event> = (
  event: Event,
  /** The transaction of the change, and a signal that aborts with the time limit. */
  context: { tx: Tx; signal: AbortSignal },
) => Promise<void> | void

type AfterHook<Event> = (
  event: Event,
  context: { db: Db; signal: AbortSignal },
) => Promise<void> | void

/** See docs/hooks.md. */
export interface Hooks {
  beforeSignUp?: readonly BeforeHook<SignUp>[]
  afterSignUp?: readonly AfterHook<SignUp>[]
  beforeSignIn?: readonly BeforeHook<SignIn>[]
  afterSignIn?: readonly AfterHook<SignIn>[]
  beforeSignOut?: readonly BeforeHook<SignOut>[]
  afterSignOut?: readonly AfterHook<SignOut>[]
  beforeProfileChange?: readonly BeforeHook<ProfileChange>[]
  afterProfileChange?: readonly AfterHook<ProfileChange>[]
  beforeDeletion?: readonly BeforeHook<DeletionRequest>[]
  afterDeletion?: readonly AfterHook<HookedEvent>[]
}

/** Keyed by Kysely adapter, which transactions share with their database. */
const hooksByDatabase = new WeakMap<object, Hooks>()

/** Registers the hooks that run for changes of this database. */
export function setHooks(db: Db, hooks: Hooks): void {
  const { adapter } = db.getExecutor()
  if (Object.values(hooks).some(({ length }) => length > 0)) hooksByDatabase.set(adapter, hooks)
  else hooksByDatabase.delete(adapter)
}

/** Undefined without any hook. */
export function registeredHooks(db: Db): Hooks | undefined {
  return hooksByDatabase.get(db.getExecutor().adapter)
}
