import { msg, type Message } from '@foyer/i18n'

import type { CoreEventType } from '#app/account-events.ts'
import { accountFeatures } from '#web/account-features.ts'

const titles: Readonly<Record<CoreEventType, Message>> = {
  'account.created': msg('Your account began'),
  'account.locked': msg('Your account was locked by the operator'),
  'account.unlocked': msg('Your account was unlocked by the operator'),
  'account.leaving': msg('Deletion of the account was asked for'),
  'account.returned': msg('The account was kept after all'),
  'terms.accepted': msg('You agreed to our terms'),
  'record.began': msg('From here on the record is sealed'),
  'record.broken': msg('The record did not end where we had left it'),
  'address.verified': msg('Your address was confirmed'),
  'address-change.asked': msg('A new address was asked for'),
  'address-change.sent-again': msg('The link for the new address was sent again'),
  'address-change.withdrawn': msg('The new address was withdrawn'),
  'address.changed': msg('Your address was changed'),
  'address-change.undone': msg('The change of address was undone'),
  'profile.updated': msg('Your profile was changed'),
  'profile.restored': msg('Your profile was put back as it was'),
  'photo.changed': msg('Your photo was changed'),
  'photo.removed': msg('Your photo was removed'),
  'password.changed': msg('Your password was changed'),
  'password.reset-requested': msg('A link for a new password was sent'),
  'password.reset': msg('Your password was reset'),
  'not-me.reported': msg('You said that it was not you'),
  'event.disowned': msg('You said of an event that it was not you'),
  'two-factor.enabled': msg('Two-factor sign-in was turned on'),
  'two-factor.disabled': msg('Two-factor sign-in was turned off'),
  'recovery-codes.replaced': msg('New recovery codes were made'),
  'recovery-code.used': msg('A recovery code was used'),
  'passkey.added': msg('A passkey was added'),
  'passkey.renamed': msg('A passkey was renamed'),
  'passkey.removed': msg('A passkey was removed'),
  'passkey.refused': msg('A passkey was refused, for there may be a copy of it'),
  'session.started': msg('A device signed in'),
  'session.confirmed': msg('You confirmed that it is you'),
  'session.confirmation-ended': msg('Your confirmation was ended'),
  'session.ended': msg('A session ended'),
  'sign-in.refused': msg('Signing in was refused'),
  'data-export.requested': msg('Your data was asked for'),
  'data-export.downloaded': msg('Your data was downloaded'),
}

const titleByType = new Map<string, Message>(
  [titles, ...accountFeatures.map((feature) => feature.titles)].flatMap((each) =>
    Object.entries(each),
  ),
)

/** Falls back to a general title for types written by a newer version. */
export function eventTitle(type: string): Message {
  return titleByType.get(type) ?? msg('Something happened to your account')
}
