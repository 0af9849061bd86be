import type { AccountEvents, AccountEventType, AccountState } from '#app/account-events.ts'
import { emptyAccount } from '#app/account-state.ts'
import { histories } from '#app/features.ts'
import { linkLifetimeMs } from '#app/platform/auth/limits.ts'
import { endsDeviceTrust } from '#app/platform/event-log/forget-trusted-devices.ts'
import type { EventReducers } from '#app/platform/feature.ts'
import { day } from '#app/platform/lib/durations.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { pickProfile } from '#app/platform/lib/pick-profile.ts'
import { removeRow, updateRow } from '#app/platform/lib/rows-by-id.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

export interface RecordedEvent<Type extends AccountEventType = AccountEventType> {
  seq: number
  /** Unix milliseconds. */
  at: number
  type: Type
  data: AccountEvents[Type]
}

/**
 * Applies an event to the state. Expired entries stay, with their expiry, until an event removes them; see `dropExpired`.
 * Unknown types leave the state unchanged.
 */
export function fold<Type extends AccountEventType>(
  state: AccountState,
  { type, data, at }: RecordedEvent<Type>,
): AccountState {
  const reduce = reducers[type]
  try {
    const next = reduce ? { ...state, ...reduce(data, state, at) } : state
    return endsDeviceTrust(type) ? { ...next, trustedDevices: {} } : next
  } catch (error) {
    // The event's data was tampered with; the integrity check reports it.
    if (error instanceof TypeError) return state
    throw error
  }
}

const coreReducers: EventReducers = {
  'account.created': ({ name, email, locale, timezone, hasPassword = true }, _, at) => ({
    ...emptyAccount,
    name,
    email,
    locale,
    timezone,
    passwordSince: hasPassword ? toIso(at) : null,
  }),
  // Earlier events were not hash-chained, and may lack fields of later versions.
  'record.began': ({ found: { hasPassword, passkeys, ...found } }, state, at) => ({
    ...found,
    // Without it the baseline is older than passkeys as a second factor: two-factor was an app.
    authenticatorAppSince:
      found.authenticatorAppSince === undefined
        ? found.twoFactorSince
        : found.authenticatorAppSince,
    preferredFactor: found.preferredFactor ?? null,
    role: found.role ?? null,
    passwordSince: hasPassword ? (state.passwordSince ?? toIso(at)) : null,
    // The baseline records no acceptance time.
    termsSince: found.termsVersion === state.termsVersion ? state.termsSince : null,
    policySince: found.policyVersion === state.policyVersion ? state.policySince : null,
    passkeys: Object.fromEntries(
      Object.entries(passkeys).map(([id, passkey]) => [
        id,
        { kind: null, secondFactorOnly: false, ...state.passkeys[id], ...passkey },
      ]),
    ),
  }),
  'account.locked': (_data, _state, at) => ({ lockedSince: toIso(at) }),
  'account.unlocked': () => ({ lockedSince: null }),
  'role.changed': ({ after }) => ({ role: after }),
  'account.leaving': ({ erasedAt }) => ({ erasedAt }),
  'account.returned': () => ({ erasedAt: null }),
  'terms.accepted': ({ document, version }, _, at) =>
    document === 'terms'
      ? { termsVersion: version, termsSince: toIso(at) }
      : { policyVersion: version, policySince: toIso(at) },

  'profile.updated': ({ after }) => pickProfile(after),
  'profile.restored': ({ after }) => after,

  'address.verified': (_data, _state, at) => ({ emailVerifiedAt: toIso(at) }),
  'address-change.asked': ({ to, endsAt }, _, at) => ({
    pendingEmail: { email: to, endsAt: endsAt ?? toIso(at + linkLifetimeMs) },
  }),
  'address-change.sent-again': ({ to, endsAt }) => ({ pendingEmail: { email: to, endsAt } }),
  'address-change.withdrawn': () => ({ pendingEmail: null }),
  // A new spelling of the same address needs no confirmation.
  'address.changed': ({ from, to }, _, at) =>
    emailKey(from) === emailKey(to)
      ? { email: to }
      : { email: to, emailVerifiedAt: toIso(at), pendingEmail: null },
  'address-change.undone': ({ to }, _, at) => ({
    email: to,
    emailVerifiedAt: toIso(at),
    pendingEmail: null,
  }),

  'password.changed': (_data, _state, at) => ({ passwordSince: toIso(at), pendingEmail: null }),
  'password.removed': () => ({ passwordSince: null, pendingEmail: null }),
  'password.reset': (_data, _state, at) => ({ passwordSince: toIso(at), pendingEmail: null }),
  'not-me.reported': () => ({ passwordSince: null, pendingEmail: null }),
  'access.removed': () => ({ passwordSince: null, pendingEmail: null }),

  'session.started': ({ session, method, remembered, confirmed, endsAt }, { sessions }, at) => ({
    sessions: {
      ...sessions,
      [session]: {
        method,
        remembered,
        startedAt: toIso(at),
        confirmedAt: confirmed ? toIso(at) : null,
        endsAt: endsAt ?? toIso(at + 90 * day),
      },
    },
  }),
  'session.confirmed': ({ session }, { sessions }, at) => ({
    sessions: updateRow(sessions, session, { confirmedAt: toIso(at) }),
  }),
  'session.confirmation-ended': ({ session }, { sessions }) => ({
    sessions: updateRow(sessions, session, { confirmedAt: null }),
  }),
  // Names are shown with the sessions of today only.
  'session.renamed': () => ({}),
  'session.ended': ({ session }, { sessions }) => ({ sessions: removeRow(sessions, session) }),
}

const reducers: EventReducers = Object.assign(
  {},
  coreReducers,
  ...histories.map((history) => history.reducers),
)
