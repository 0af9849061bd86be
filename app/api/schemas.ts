import { z } from 'zod'

import type { AttributeValues } from '#app/custom-attributes/custom-attributes.ts'
import { accountPermissions } from '#app/permissions.ts'
import { id, nextCursor, timestamp } from '#app/platform/validation/api-schemas.ts'
import { profileOutputs, ProfilePatchForm } from '#app/profile/profile.ts'

import { browser, ip, platform } from './fields.ts'

const { name, ...profile } = profileOutputs

export const User = z
  .object({
    id: id.describe('The id of the account, which never changes.'),
    name,
    email: z
      .string()
      .describe('The email address.')
      .meta({ examples: ['ada@example.com'] }),
    email_verified_at: timestamp
      .nullable()
      .describe('When the email address was confirmed; null until then.'),
    ...profile,
    created_at: timestamp.describe('When the account was created.'),
  })
  .meta({ id: 'User' })

export const UserUpdate = ProfilePatchForm.describe(
  'Fields that you leave out stay unchanged.',
).meta({ id: 'UserUpdate' })

const Session = z
  .object({
    id: id.describe('The id of the session.'),
    browser,
    platform,
    ip: ip.describe('The IP address that signed in.'),
    remembered: z
      .boolean()
      .describe('Whether the session stays signed in after the browser closes.'),
    signed_in_at: timestamp.describe('When the session started.'),
    last_active_at: timestamp.describe('The last use, up to a minute behind.'),
  })
  .meta({ id: 'Session' })

const Program = z
  .object({
    user_agent: z
      .string()
      .describe('Its `User-Agent` header.')
      .meta({ examples: ['curl/8.11.0'] }),
    uses: z
      .int()
      .min(1)
      .describe('Its number of requests.')
      .meta({ examples: [1204] }),
    last_used_at: timestamp.describe('Its last request.'),
  })
  .meta({ id: 'Program' })

const Token = z
  .object({
    id: id.describe('The id of the API token.'),
    name: z
      .string()
      .describe('The name you gave it.')
      .meta({ examples: ['Backup script'] }),
    hint: z
      .string()
      .describe('The first characters of the token.')
      .meta({ examples: ['foyer_2xKd'] }),
    permissions: z.array(z.enum(accountPermissions)).describe("What it's allowed to do."),
    networks: z
      .array(z.string())
      .describe('The IP addresses and ranges it works from. Empty: any.')
      .meta({ examples: [['192.0.2.0/24']] }),
    created_at: timestamp.describe('When it was created.'),
    expires_at: timestamp.nullable().describe('When it expires; null for never.'),
    previous_until: timestamp
      .nullable()
      .describe('When its value from before the last rotation stops working.')
      .meta({ examples: [null] }),
    last_used_at: timestamp.nullable().describe('Its last request, up to a minute behind.'),
    last_used_ip: ip.describe('The IP address of its last request.'),
    uses: z
      .int()
      .min(0)
      .describe('Its number of requests, up to a minute behind.')
      .meta({ examples: [1204] }),
    programs: z.array(Program).describe('The programs that used it; of many, only the first.'),
    is_this: z.boolean().describe('Whether it made this request.'),
  })
  .meta({ id: 'Token' })

export const SessionList = z
  .object({ data: z.array(Session).describe('The sessions.'), next_cursor: nextCursor })
  .meta({ id: 'SessionList' })
export const TokenList = z
  .object({ data: z.array(Token).describe('The API tokens.'), next_cursor: nextCursor })
  .meta({ id: 'TokenList' })

export type Session = z.output<typeof Session>
export type Token = z.output<typeof Token>
export type User = z.output<typeof User> & { attributes?: AttributeValues }

export const SessionParams = z.object({ session: id.describe('The id of the session.') })
export const TokenParams = z.object({ token: id.describe('The id of the API token.') })
