import { z } from 'zod'

import { permissions } from '#app/api-tokens/api-tokens.ts'
import { profileOutputs, ProfilePatchForm } from '#app/profile/profile.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')
const id = z.uuid()
const { name, ...profile } = profileOutputs

export const User = z
  .object({
    id,
    name,
    email: z.string(),
    email_verified_at: timestamp.nullable(),
    ...profile,
    created_at: timestamp,
  })
  .meta({ id: 'User' })

export const UserUpdate = ProfilePatchForm.describe(
  'What is left out stays as it is. An empty or null locale or time zone follows the browser again.',
)

const Session = z
  .object({
    id,
    browser: z.string().nullable(),
    platform: z.string().nullable(),
    ip: z.string().nullable(),
    remembered: z.boolean().describe('Whether it outlives the browser.'),
    signed_in_at: timestamp,
    last_active_at: timestamp,
  })
  .meta({ id: 'Session' })

const Token = z
  .object({
    id,
    name: z.string(),
    hint: z.string().describe('How its text begins.'),
    permissions: z.array(z.enum(permissions)),
    networks: z.array(z.string()).describe('Where it may be used from; empty means from anywhere.'),
    created_at: timestamp,
    expires_at: timestamp.nullable().describe('Null means never.'),
    previous_until: timestamp
      .nullable()
      .describe('Until when the text from before the last rotation works.'),
    last_used_at: timestamp.nullable(),
    last_used_ip: z.string().nullable(),
    is_this: z.boolean().describe('Whether this request was made with it.'),
  })
  .meta({ id: 'Token' })

const cursor = z.string().describe('Where the next page begins; null when this is the last.')

export const SessionList = z
  .object({ data: z.array(Session), next_cursor: cursor.nullable() })
  .meta({ id: 'SessionList' })
export const TokenList = z
  .object({ data: z.array(Token), next_cursor: cursor.nullable() })
  .meta({ id: 'TokenList' })

/** Keyset pagination, newest first: inserts and deletes between requests do not shift the pages. */
export const PageQuery = z.object({
  cursor: z
    .uuid('Take the cursor from the page before.')
    .optional()
    .describe('`next_cursor` of the page before.'),
  limit: z
    .preprocess(
      (text) => (typeof text === 'string' && /^[1-9]\d{0,2}$/.test(text) ? Number(text) : text),
      z.int('Ask for 1 to 100.').max(100, 'Ask for 1 to 100.').min(1).default(25),
    )
    .describe('How many to a page, 1 to 100.'),
})

export type Session = z.output<typeof Session>
export type Token = z.output<typeof Token>
export type User = z.output<typeof User>

export const SessionParams = z.object({ session: id })
export const TokenParams = z.object({ token: id })

export const ErrorBody = z
  .object({ message: z.string().describe('One sentence for a person.') })
  .describe('What was refused, and why.')
  .meta({ id: 'Error' })

export const ValidationErrorBody = ErrorBody.extend({
  errors: z.record(z.string(), z.array(z.string())).describe('Sentences by field.'),
})
  .describe('What was sent cannot be used.')
  .meta({ id: 'ValidationError' })
