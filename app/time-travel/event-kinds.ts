import type { CoreEventType, EventKind } from '#app/account-events.ts'
import { histories } from '#app/features.ts'

const coreKinds: Readonly<Record<CoreEventType, EventKind>> = {
  'session.started': 'session',
  'session.confirmed': 'session',
  'session.confirmation-ended': 'session',
  'session.renamed': 'session',
  'session.ended': 'session',
  'sign-in.refused': 'session',
  'sign-in.unlocked': 'session',
  'password.changed': 'password',
  'password.removed': 'password',
  'password.reset-requested': 'password',
  'password.reset': 'password',
  'not-me.reported': 'password',
  'access.removed': 'password',
  'address.verification-sent': 'address',
  'address.verified': 'address',
  'address-change.asked': 'address',
  'address-change.sent-again': 'address',
  'address-change.withdrawn': 'address',
  'address.changed': 'address',
  'address-change.undone': 'address',
  'profile.updated': 'profile',
  'profile.restored': 'profile',
  'record.began': 'account',
  'record.broken': 'account',
  'account.created': 'account',
  'event.disowned': 'account',
  'account.locked': 'account',
  'account.unlocked': 'account',
  'role.changed': 'account',
  'account.leaving': 'account',
  'account.returned': 'account',
  'terms.accepted': 'account',
  'data-export.requested': 'account',
  'data-export.downloaded': 'account',
}

const kindMap = new Map<string, EventKind>(Object.entries(coreKinds))
for (const { kind, reducers } of histories)
  for (const type of Object.keys(reducers)) kindMap.set(type, kind)

/** All types but those that only record sessions. */
export const changeTypes = () =>
  [...kindMap].flatMap(([type, kind]) => (kind === 'session' ? [] : type))

/** Types written by a newer version fall under `account`. */
export function kindOfType(type: string): EventKind {
  return kindMap.get(type) ?? 'account'
}

/** Resolves `?type=`: all types of a kind, or a single type; empty when unknown. */
export function eventTypesMatching(name: string): string[] {
  const typesOfKind = [...kindMap].flatMap(([type, kind]) => (kind === name ? type : []))
  return kindMap.has(name) ? [name] : typesOfKind
}
