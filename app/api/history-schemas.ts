import { z } from 'zod'

import { type AccountState, eventKinds, type EventRow } from '#app/pages.ts'
import { parseCursor, eventTypesMatching } from '#app/time-travel/time-travel.ts'

import { PageQuery, User } from './schemas.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')
const nullableTimestamp = timestamp.nullable()
const id = z.uuid()

export const PointInTimeQuery = z.object({
  at: z.iso
    .datetime({ offset: true, error: 'Give a time as in 2026-05-03T03:12:00Z.' })
    .optional()
    .describe(
      'The account as it was then. Before there was one it is its first moment, later than now it is now.',
    )
    .meta({ examples: ['2026-05-03T03:12:00Z'] }),
})

const AccountStateSchema = z
  .object({
    password_since: nullableTimestamp.describe('Null without a password.'),
    two_factor_since: nullableTimestamp,
    recovery_codes: z.int().min(0).describe('How many were left.'),
    passkeys: z.array(z.object({ id, name: z.string(), added_at: timestamp })),
    sessions: z.array(
      z.object({ id, method: z.string(), remembered: z.boolean(), signed_in_at: timestamp }),
    ),
    tokens: z.array(
      z.object({
        id,
        name: z.string(),
        permissions: z.array(z.string()),
        networks: z.array(z.string()),
        created_at: timestamp,
        expires_at: nullableTimestamp,
      }),
    ),
    terms_version: z.string().nullable(),
    policy_version: z.string().nullable(),
  })
  .meta({ id: 'AccountState' })

export const UserAt = User.extend({
  at: timestamp.describe('The moment this is of.'),
  state: AccountStateSchema.nullable().describe(
    'How the account could be opened then; only where `at` asks.',
  ),
}).meta({ id: 'UserAt' })

const EventSchema = z
  .object({
    seq: z
      .int()
      .describe('1, 2, 3 … without a gap.')
      .meta({ examples: [12] }),
    at: timestamp,
    type: z.string().meta({ examples: ['profile.updated'] }),
    kind: z.enum(eventKinds),
    data: z.record(z.string(), z.unknown()).describe('What the type says: often before and after.'),
    session: id.nullable().describe('The session that acted.'),
    browser: z.string().nullable(),
    platform: z.string().nullable(),
    ip: z.string().nullable().describe('Null also where it has been erased.'),
  })
  .meta({ id: 'Event' })

export const EventList = z
  .object({
    data: z.array(EventSchema),
    next_cursor: z.string().nullable().describe('Where older events begin; null at the first.'),
  })
  .meta({ id: 'EventList' })

export const EventsQuery = z.object({
  cursor: z
    .string()
    .regex(/^older-\d{1,15}$/, 'Take the cursor from the page before.')
    .optional()
    .describe('`next_cursor` of the page before.')
    .meta({ examples: ['older-120'] }),
  limit: PageQuery.shape.limit,
  type: z
    .string()
    .refine((name) => eventTypesMatching(name).length > 0, 'There are no such events.')
    .optional()
    .describe('A kind, or one type.')
    .meta({ examples: ['session', 'session.started'] }),
  session: id.optional().describe('What one session did.'),
})

export function toHistoryQuery({ cursor, limit, type, session }: z.output<typeof EventsQuery>) {
  const position = cursor === undefined ? null : parseCursor(cursor)
  return { cursor: position, limit, type: type ?? null, device: session ?? null }
}

export function serializeState(state: AccountState): z.output<typeof AccountStateSchema> {
  return {
    password_since: state.passwordSince,
    two_factor_since: state.twoFactorSince,
    recovery_codes: state.recoveryCodes,
    passkeys: listWithIds(state.passkeys, ({ name, addedAt }) => ({ name, added_at: addedAt })),
    sessions: listWithIds(state.sessions, ({ method, remembered, startedAt }) => ({
      method,
      remembered,
      signed_in_at: startedAt,
    })),
    tokens: listWithIds(state.tokens, ({ createdAt, endsAt, ...token }) => ({
      ...token,
      created_at: createdAt,
      expires_at: endsAt,
    })),
    terms_version: state.termsVersion,
    policy_version: state.policyVersion,
  }
}

export function serializeEvent(row: EventRow): z.output<typeof EventSchema> {
  const { seq, at, type, kind, data, session, device } = row
  const { browser = null, platform = null, ip = null } = device ?? {}
  return { seq, at, type, kind, data, session, browser, platform, ip }
}

function listWithIds<Item, Serialized>(
  rows: Record<string, Item>,
  serialize: (key: Item) => Serialized,
) {
  return Object.entries(rows).map(([key, item]) => ({ id: key, ...serialize(item) }))
}
