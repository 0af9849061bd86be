import { z } from 'zod'

import { eventKinds } from '#app/account-events.ts'
import { secondFactors } from '#app/pages.ts'
import { id, PageQuery, timestamp } from '#app/platform/validation/api-schemas.ts'
import { parseCursor, eventTypesMatching } from '#app/time-travel/time-travel.ts'

import { browser, ip, platform } from './fields.ts'
import { User } from './schemas.ts'

const nullableTimestamp = timestamp.nullable()

export const PointInTimeQuery = z.object({
  at: z.iso
    .datetime({ offset: true, error: 'Use a time such as 2026-05-03T03:12:00Z.' })
    .optional()
    .describe('Shows the account as it was at that time.')
    .meta({ examples: ['2026-05-03T03:12:00Z'] }),
})

const PasskeyState = z.object({
  id: id.describe('The id of the passkey.'),
  name: z
    .string()
    .describe('Its name.')
    .meta({ examples: ['Laptop'] }),
  added_at: timestamp.describe('When it was added.'),
  second_factor_only: z
    .boolean()
    .describe('Whether it is a security key, which signs in only after a password.'),
})

const LinkedAccountState = z.object({
  id: id.describe('The id of the linked account.'),
  name: z
    .string()
    .describe('The provider.')
    .meta({ examples: ['Google'] }),
  email: z.string().nullable().describe('The address there; null when the provider gave none.'),
  added_at: timestamp.describe('When it was linked.'),
})

const TrustedDeviceState = z.object({
  id: id.describe('The id of the trusted device.'),
  browser,
  platform,
  trusted_at: timestamp.describe('When it became trusted.'),
  ends_at: timestamp.describe('When the trust ends.'),
})

const EmailAddressState = z.object({
  id: id.describe('The id of the address.'),
  email: z.string().describe('The address.'),
  recovery_only: z
    .boolean()
    .describe('Whether it only receives recovery mails and does not sign in.'),
  added_at: timestamp.describe('When it was confirmed.'),
})

const TeamState = z.object({
  id: id.describe('The id of the team.'),
  name: z.string().describe('Its name.'),
  role: z.string().describe("The account's role in the team."),
  joined_at: timestamp.describe('When the account became a member.'),
})

const SessionState = z.object({
  id: id.describe('The id of the session.'),
  method: z
    .string()
    .describe('How it signed in.')
    .meta({ examples: ['password'] }),
  remembered: z.boolean().describe('Whether the session stays signed in after the browser closes.'),
  signed_in_at: timestamp.describe('When the session started.'),
})

const TokenState = z.object({
  id: id.describe('The id of the API token.'),
  name: z
    .string()
    .describe('Its name.')
    .meta({ examples: ['Backup script'] }),
  permissions: z
    .array(z.string())
    .describe("What it's allowed to do.")
    .meta({ examples: [['read']] }),
  networks: z.array(z.string()).describe('The IP addresses and ranges it works from. Empty: any.'),
  created_at: timestamp.describe('When it was created.'),
  expires_at: nullableTimestamp.describe('When it expires; null for never.'),
})

export const AccountStateSchema = z
  .object({
    password_since: nullableTimestamp.describe('When the password was set; null without one.'),
    two_factor_since: nullableTimestamp.describe(
      'When two-factor authentication was turned on; null while off.',
    ),
    authenticator_app_since: nullableTimestamp.describe(
      'When the authenticator app was added; null without one.',
    ),
    preferred_second_factor: z
      .enum(secondFactors)
      .nullable()
      .describe('The default second factor; null for the one added first.'),
    recovery_codes: z.int().min(0).describe('The number of unused recovery codes.'),
    passkeys: z.array(PasskeyState).describe('The passkeys.'),
    linked_accounts: z.array(LinkedAccountState).describe('Accounts at providers to sign in with.'),
    trusted_devices: z.array(TrustedDeviceState).describe('Devices that skip the second factor.'),
    email_addresses: z
      .array(EmailAddressState)
      .describe('The email addresses beside the primary one.'),
    teams: z.array(TeamState).describe('The teams that the account is a member of.'),
    sessions: z.array(SessionState).describe('The sessions.'),
    tokens: z.array(TokenState).describe('The API tokens.'),
    terms_version: z.string().nullable().describe('The accepted version of the terms of service.'),
    policy_version: z.string().nullable().describe('The accepted version of the privacy policy.'),
  })
  .meta({ id: 'AccountState' })

export const UserAt = User.extend({
  at: timestamp.describe('The time this response describes.'),
  state: AccountStateSchema.nullable()
    .describe('Sign-in methods, sessions and API tokens at that time; null without `at`.')
    .meta({ examples: [null] }),
}).meta({ id: 'UserAt' })

export const EventSchema = z
  .object({
    seq: z
      .int()
      .describe('1 for the first event of the account, then 2, and so on.')
      .meta({ examples: [12] }),
    at: timestamp.describe('When it happened.'),
    type: z
      .string()
      .describe('What happened.')
      .meta({ examples: ['profile.updated'] }),
    kind: z
      .enum(eventKinds)
      .describe('The group of the type.')
      .meta({ examples: ['profile'] }),
    data: z
      .record(z.string(), z.unknown())
      .describe('Details, depending on the type.')
      .meta({ examples: [{ before: { name: 'Ada' }, after: { name: 'Ada Lovelace' } }] }),
    session: id.nullable().describe('The session it happened in; null if none.'),
    browser,
    platform,
    ip: ip.describe('The IP address; null when unknown or erased.'),
  })
  .meta({ id: 'Event' })

export const EventList = z
  .object({
    data: z.array(EventSchema).describe('The events.'),
    next_cursor: z
      .string()
      .nullable()
      .describe('The `cursor` of the next page; null on the last page.')
      .meta({ examples: ['older-11'] }),
  })
  .meta({ id: 'EventList' })

export const EventsQuery = z.object({
  cursor: z
    .string()
    .regex(/^older-\d{1,15}$/, 'Use the cursor of the previous page.')
    .optional()
    .describe('`next_cursor` of the previous page.')
    .meta({ examples: ['older-120'] }),
  limit: PageQuery.shape.limit,
  type: z
    .string()
    .refine((name) => eventTypesMatching(name).length > 0, 'There are no events of this type.')
    .optional()
    .describe('Only events of this type or group.')
    .meta({ examples: ['session', 'session.started'] }),
  session: id.optional().describe('Only events of this session.'),
})

export function toHistoryQuery({ cursor, limit, type, session }: z.output<typeof EventsQuery>) {
  const position = cursor === undefined ? null : parseCursor(cursor)
  return { cursor: position, limit, type: type ?? null, device: session ?? null }
}
