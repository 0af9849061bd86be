import { say, type Sentence } from '@foyer/sentences'

import type { AccountEventType } from '#app/events.ts'

/** What happened, in the words of the person it happened to. The compiler asks for every type. */
const words: Readonly<Record<AccountEventType, Sentence>> = {
  'account.created': say('Your account began'),
  'account.locked': say('Your account was locked by the operator'),
  'account.unlocked': say('Your account was unlocked by the operator'),
  'account.leaving': say('Deletion of the account was asked for'),
  'account.returned': say('The account was kept after all'),
  'terms.accepted': say('You agreed to our terms'),
  'record.began': say('From here on the record is sealed'),
  'record.broken': say('The record did not end where we had left it'),
  'address.verified': say('Your address was confirmed'),
  'address-change.asked': say('A new address was asked for'),
  'address-change.sent-again': say('The link for the new address was sent again'),
  'address-change.withdrawn': say('The new address was withdrawn'),
  'address.changed': say('Your address was changed'),
  'address-change.undone': say('The change of address was undone'),
  'profile.updated': say('Your profile was changed'),
  'profile.restored': say('Your profile was put back as it was'),
  'photo.changed': say('Your photo was changed'),
  'photo.removed': say('Your photo was removed'),
  'password.changed': say('Your password was changed'),
  'password.reset-requested': say('A link for a new password was sent'),
  'password.reset': say('Your password was reset'),
  'not-me.reported': say('You said that it was not you'),
  'event.disowned': say('You said of an event that it was not you'),
  'two-factor.enabled': say('Two-factor sign-in was turned on'),
  'two-factor.disabled': say('Two-factor sign-in was turned off'),
  'recovery-codes.replaced': say('New recovery codes were made'),
  'recovery-code.used': say('A recovery code was used'),
  'passkey.added': say('A passkey was added'),
  'passkey.renamed': say('A passkey was renamed'),
  'passkey.removed': say('A passkey was removed'),
  'passkey.refused': say('A passkey was refused, for there may be a copy of it'),
  'session.started': say('A device signed in'),
  'session.confirmed': say('You confirmed that it is you'),
  'session.confirmation-ended': say('Your confirmation was ended'),
  'session.ended': say('A session ended'),
  'sign-in.refused': say('Signing in was refused'),
  'token.created': say('An access token was made'),
  'token.changed': say('An access token was changed'),
  'token.rotated': say('An access token got a new secret'),
  'token.revoked': say('An access token was revoked'),
  'token.first-used': say('An access token was used from a new place'),
  'data-export.requested': say('Your data was asked for'),
  'data-export.downloaded': say('Your data was downloaded'),
}

const byType = new Map<string, Sentence>(Object.entries(words))

/** Of a type that only a newer version knows, no more than that. */
export function eventWords(type: string): Sentence {
  return byType.get(type) ?? say('Something happened to your account')
}
