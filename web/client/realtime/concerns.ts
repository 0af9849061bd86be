import type { AccountEventType } from '#app/events.ts'
import type { Pages } from '#app/pages.ts'

type PropOf<Name extends keyof Pages> = Extract<keyof Pages[Name], string>
export type Prop = 'auth' | PropOf<'Dashboard'> | PropOf<'Profile/Show'> | PropOf<'API/Index'>

/** Of what happened lately each event is part. */
const ofEach: Prop[] = ['lately']
const sessions: Prop[] = ['sessions', 'weakSpots']
const tokens: Prop[] = ['tokens', 'password', 'weakSpots']
const passkeys: Prop[] = ['passkeys', 'password', 'twoFactor', 'weakSpots']
const twoFactor: Prop[] = ['auth', 'twoFactor', 'mustKeepCodes', 'weakSpots']
const address: Prop[] = ['auth', 'emailChange', 'weakSpots']
const password: Prop[] = ['password', 'weakSpots']

/** What else a page shows that an event of the record has made out of date, by the names of its props. */
const concerns: Record<AccountEventType, Prop[]> = {
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
  'token.changed': tokens,
  'token.created': tokens,
  'token.first-used': tokens,
  'token.revoked': tokens,
  'token.rotated': tokens,
  'two-factor.disabled': twoFactor,
  'two-factor.enabled': twoFactor,
}

export function isEvent(name: string): name is AccountEventType {
  return Object.hasOwn(concerns, name)
}

export function concernsOf(type: AccountEventType): Prop[] {
  return [...ofEach, ...concerns[type]]
}

/** All that may be out of date when nobody knows what was missed. */
export const everyConcern: Prop[] = [...new Set([...ofEach, ...Object.values(concerns).flat()])]
