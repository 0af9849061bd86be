import type { CoreEventType } from '#app/account-events.ts'
import type { EventKind } from '#app/pages.ts'

import { histories } from './feature-histories.ts'

/** The filter categories of the page. */
const kindsByType: Readonly<Record<CoreEventType, EventKind>> = {
  'session.started': 'session',
  'session.confirmed': 'session',
  'session.confirmation-ended': 'session',
  'session.ended': 'session',
  'sign-in.refused': 'session',
  'password.changed': 'password',
  'password.reset-requested': 'password',
  'password.reset': 'password',
  'not-me.reported': 'password',
  'two-factor.enabled': 'two-factor',
  'two-factor.disabled': 'two-factor',
  'recovery-codes.replaced': 'two-factor',
  'recovery-code.used': 'two-factor',
  'passkey.added': 'passkey',
  'passkey.renamed': 'passkey',
  'passkey.removed': 'passkey',
  'passkey.refused': 'passkey',
  'address.verified': 'address',
  'address-change.asked': 'address',
  'address-change.sent-again': 'address',
  'address-change.withdrawn': 'address',
  'address.changed': 'address',
  'address-change.undone': 'address',
  'profile.updated': 'profile',
  'photo.changed': 'profile',
  'photo.removed': 'profile',
  'profile.restored': 'profile',
  'record.began': 'account',
  'record.broken': 'account',
  'account.created': 'account',
  'event.disowned': 'account',
  'account.locked': 'account',
  'account.unlocked': 'account',
  'account.leaving': 'account',
  'account.returned': 'account',
  'terms.accepted': 'account',
  'data-export.requested': 'account',
  'data-export.downloaded': 'account',
}

const kindMap = new Map<string, EventKind>(
  [kindsByType, ...histories.map(({ kinds }) => kinds)].flatMap((kinds) => Object.entries(kinds)),
)

/** `account` comes last. */
export const eventKinds = [
  ...new Set([...kindMap.values()].filter((kind) => kind !== 'account')),
  'account' as const,
]

/** Types written by a newer version fall under `account`. */
export function kindOfType(type: string): EventKind {
  return kindMap.get(type) ?? 'account'
}

/** Resolves `?type=`: all types of a kind, or a single type; empty when unknown. */
export function eventTypesMatching(name: string): string[] {
  const typesOfKind = [...kindMap].flatMap(([type, kind]) => (kind === name ? type : []))
  return kindMap.has(name) ? [name] : typesOfKind
}
