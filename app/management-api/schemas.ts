import { z } from 'zod'

import { defaultInvitationDays, maxInvitationDays } from '#app/invitations/limits.ts'
import { roleNames } from '#app/permissions.ts'
import { id, nextCursor, PageQuery, timestamp } from '#app/platform/validation/api-schemas.ts'
import { newEmail, nameField } from '#app/platform/validation/form-fields.ts'

/** Malformed ids respond with 404, not 422. */
export const UserParams = z.object({
  user: z.string().meta({ format: 'uuid' }).describe('The id of the account.'),
})

const email = z
  .string()
  .describe('The email address.')
  .meta({ examples: ['ada@example.com'] })

const UserSummary = z
  .object({
    id: id.describe('The id of the account, which never changes.'),
    name: z
      .string()
      .describe('The name.')
      .meta({ examples: ['Ada Lovelace'] }),
    email,
    email_verified_at: timestamp
      .nullable()
      .describe('When the email address was confirmed; null until then.'),
    locale: z.string().nullable().describe('The language; null when not chosen.'),
    role: z.string().nullable().describe('The role in this installation; null for none.'),
    locked_at: timestamp.nullable().describe('Since when the account is locked.'),
    erased_at: timestamp.nullable().describe('When the account will be erased; null otherwise.'),
    created_at: timestamp.describe('When the account was created.'),
  })
  .meta({ id: 'UserSummary' })

export const ManagedUser = UserSummary.extend({
  has_password: z.boolean().describe('Whether a password is set.'),
  two_factor_since: timestamp.nullable().describe('Since when two-factor authentication is on.'),
  attributes: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .describe('The declared attributes, also those that only the service sees.'),
}).meta({ id: 'ManagedUser' })

export const UserPage = z
  .object({ data: z.array(UserSummary).describe('The accounts.'), next_cursor: nextCursor })
  .meta({ id: 'UserPage' })

const filters = ['verified', 'unverified', 'locked', 'deleting'] as const

export const UserQuery = PageQuery.extend({
  email: z.string().max(320).optional().describe('Only the account with this email address.'),
  status: z.enum(filters, 'Choose an option.').optional().describe('Only accounts in this state.'),
  role: z
    .enum(roleNames, 'Choose one of the roles.')
    .optional()
    .describe('Only accounts with this role.'),
})

export type UserSummary = z.output<typeof UserSummary>
export type ManagedUser = z.output<typeof ManagedUser>

const reason = nameField('Enter a reason. The owner of the account sees it.')
  .optional()
  .describe('The owner of the account sees it.')

/** The body of changes that need none. */
export const ChangeBody = z.object({ reason }).nullish().meta({ id: 'Change' })

const locale = z
  .string()
  .max(35)
  .nullable()
  .optional()
  .describe('Language of the mail, such as de.')

export const NewUserBody = z
  .object({
    name: nameField('Enter a name.').describe('The name.'),
    email: newEmail.describe('The email address.'),
    verified: z
      .boolean()
      .default(false)
      .describe('Whether you have verified that the address is theirs.'),
    locale,
  })
  .meta({ id: 'NewUser' })

export const RoleBody = z
  .object({
    role: z.enum(roleNames, 'Choose a role.').nullable().describe('Null for none.'),
    reason,
  })
  .meta({ id: 'RoleChange' })

export const AttributesBody = z
  .object({
    attributes: z
      .record(z.string(), z.unknown())
      .describe('Managed attributes. Those that you leave out stay unchanged; null removes one.'),
    reason,
  })
  .meta({ id: 'AttributesChange' })

export const InvitationParams = z.object({
  invitation: z.string().meta({ format: 'uuid' }).describe('The id of the invitation.'),
})

export const NewInvitationBody = z
  .object({
    email: newEmail.describe('The email address.'),
    days: z
      .int()
      .min(1)
      .max(maxInvitationDays)
      .default(defaultInvitationDays)
      .describe('Days until it expires.'),
    locale,
  })
  .meta({ id: 'NewInvitation' })

export const InvitationPage = z
  .object({
    data: z
      .array(z.object({ id, email, expires_at: timestamp.describe('When it expires.') }))
      .describe('The open invitations.'),
    next_cursor: nextCursor,
  })
  .meta({ id: 'InvitationPage' })

export const Created = z
  .object({ id: id.describe('The id of the new entry.') })
  .meta({ id: 'Created' })
