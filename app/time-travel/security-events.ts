import { sql } from 'kysely'

import { securityEventTypes } from '#app/event-titles.ts'

/** The first condition is that of the index in migrations/026-notable-events.ts, word for word: it never changes. */
export const isSecurityEvent = sql<boolean>`type not in (
  'account.created',
  'account.leaving',
  'account.returned',
  'account.unlocked',
  'address-change.sent-again',
  'address-change.withdrawn',
  'address.verified',
  'data-export.downloaded',
  'data-export.requested',
  'passkey.renamed',
  'password.reset-requested',
  'photo.changed',
  'photo.removed',
  'profile.restored',
  'profile.updated',
  'record.began',
  'session.confirmation-ended',
  'session.confirmed',
  'session.ended',
  'session.renamed',
  'session.started',
  'terms.accepted'
) and type in (${sql.join(securityEventTypes)})`
