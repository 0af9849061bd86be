import type { AccountEventType, CoreEventType } from '#app/account-events.ts'
import { accountFeatures, type PropName } from '#web/account-features.ts'

/** Every event appears among the recent events. */
const alwaysInvalidated: PropName[] = ['recentEvents']
const sessions: PropName[] = ['sessions', 'securityIssues']
const passkeys: PropName[] = ['passkeys', 'password', 'twoFactor', 'securityIssues']
const twoFactor: PropName[] = ['auth', 'twoFactor', 'cannotDisableTwoFactor', 'securityIssues']
const address: PropName[] = ['auth', 'emailChange', 'securityIssues']
const password: PropName[] = ['password', 'securityIssues']

const coreProps: Readonly<Record<CoreEventType, readonly PropName[]>> = {
  'account.created': [],
  'account.leaving': ['auth'],
  'account.locked': ['auth'],
  'account.returned': ['auth'],
  'account.unlocked': [],
  'address-change.asked': address,
  'address-change.sent-again': address,
  'address-change.undone': address,
  'address-change.withdrawn': address,
  'address.changed': address,
  'address.verified': address,
  'data-export.downloaded': [],
  'data-export.requested': ['dataExport'],
  'event.disowned': [],
  'not-me.reported': password,
  'passkey.added': passkeys,
  'passkey.refused': [],
  'passkey.removed': passkeys,
  'passkey.renamed': passkeys,
  'password.changed': password,
  'password.reset': password,
  'password.reset-requested': [],
  'photo.changed': ['auth'],
  'photo.removed': ['auth'],
  'profile.restored': ['auth', 'information'],
  'profile.updated': ['auth', 'information'],
  'record.began': [],
  'record.broken': [],
  'recovery-code.used': twoFactor,
  'recovery-codes.replaced': twoFactor,
  'session.confirmation-ended': [],
  'session.confirmed': [],
  'session.ended': sessions,
  'session.started': sessions,
  'sign-in.refused': [],
  'terms.accepted': [],
  'two-factor.disabled': twoFactor,
  'two-factor.enabled': twoFactor,
}

const invalidatedProps: Readonly<Record<AccountEventType, readonly PropName[]>> = Object.assign(
  {},
  coreProps,
  ...accountFeatures.map((feature) => feature.invalidatedProps),
)

export function isAccountEvent(name: string): name is AccountEventType {
  return Object.hasOwn(invalidatedProps, name)
}

export function propsInvalidatedBy(type: AccountEventType): PropName[] {
  return [...alwaysInvalidated, ...invalidatedProps[type]]
}

export const allInvalidatableProps: PropName[] = [
  ...new Set([...alwaysInvalidated, ...Object.values(invalidatedProps).flat()]),
]
