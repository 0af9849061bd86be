import { msg, type Message } from '@foyer/i18n'

import type { CoreEventType } from '#app/account-events.ts'
import { accountFeatures, type EventInfo, type PropName } from '#web/account-features.ts'

const sessions: readonly PropName[] = ['sessions', 'sessionCount', 'securityIssues']
const address: readonly PropName[] = ['auth', 'emailChange', 'securityIssues']
const password: readonly PropName[] = ['password', 'securityIssues']

const coreEvents: Readonly<Record<CoreEventType, EventInfo>> = {
  'account.created': { title: msg('Your account began') },
  'account.locked': {
    title: msg('Your account was locked by the operator'),
    invalidates: ['auth'],
  },
  'account.unlocked': { title: msg('Your account was unlocked by the operator') },
  'account.leaving': { title: msg('Deletion of the account was asked for'), invalidates: ['auth'] },
  'account.returned': { title: msg('The account was kept after all'), invalidates: ['auth'] },
  'terms.accepted': { title: msg('You agreed to our terms') },
  'record.began': { title: msg('From here on the record is sealed') },
  'record.broken': { title: msg('The record did not end where we had left it') },
  'address.verified': { title: msg('Your address was confirmed'), invalidates: address },
  'address-change.asked': { title: msg('A new address was asked for'), invalidates: address },
  'address-change.sent-again': {
    title: msg('The link for the new address was sent again'),
    invalidates: address,
  },
  'address-change.withdrawn': { title: msg('The new address was withdrawn'), invalidates: address },
  'address.changed': { title: msg('Your address was changed'), invalidates: address },
  'address-change.undone': { title: msg('The change of address was undone'), invalidates: address },
  'profile.updated': {
    title: msg('Your profile was changed'),
    invalidates: ['auth', 'information'],
  },
  'profile.restored': {
    title: msg('Your profile was put back as it was'),
    invalidates: ['auth', 'information'],
  },
  'password.changed': { title: msg('Your password was changed'), invalidates: password },
  'password.reset-requested': { title: msg('A link for a new password was sent') },
  'password.reset': { title: msg('Your password was reset'), invalidates: password },
  'not-me.reported': { title: msg('You said that it was not you'), invalidates: password },
  'access.removed': { title: msg('Every other way in was removed'), invalidates: password },
  'event.disowned': { title: msg('You said of an event that it was not you') },
  'session.started': { title: msg('A device signed in'), invalidates: sessions },
  'session.confirmed': { title: msg('You confirmed that it is you') },
  'session.renamed': { title: msg('A device was named'), invalidates: ['sessions'] },
  'session.confirmation-ended': { title: msg('Your confirmation was ended') },
  'session.ended': { title: msg('A session ended'), invalidates: sessions },
  'sign-in.refused': { title: msg('Signing in was refused') },
  'data-export.requested': { title: msg('Your data was asked for'), invalidates: ['dataExport'] },
  'data-export.downloaded': { title: msg('Your data was downloaded') },
}

/** By type. */
export const eventInfo = new Map<string, EventInfo>(
  [coreEvents, ...accountFeatures.map(({ events }) => events)].flatMap((events) =>
    Object.entries(events),
  ),
)

/** Falls back to a general title for types written by a newer version. */
export function eventTitle(type: string): Message {
  return eventInfo.get(type)?.title ?? msg('Something happened to your account')
}
