import { msg } from '@foyer/i18n'
import { z } from 'zod'

import { accountPermissions } from '#app/permissions.ts'
import { nameField } from '#app/platform/validation/form-fields.ts'
import { parseIpRange } from '#app/platform/validation/ip-addresses.ts'

import { maxTokenNetworks } from './limits.ts'

const nameInput = nameField('Give the token a name.')

const noPermission = 'Choose at least one permission.'
const unknownPermission = 'Choose from the permissions listed here.'
const maxPermissions = 20

/** Drops unknown and repeated permissions and sorts the rest. */
const permissionsInput = z
  .array(z.string(unknownPermission), {
    error: ({ input }) => (input === undefined ? noPermission : unknownPermission),
  })
  .max(maxPermissions, unknownPermission)
  .transform((input, context) => {
    const allowed = accountPermissions.filter((permission) => input.includes(permission))
    if (allowed.length === 0) {
      context.addIssue({ code: 'custom', message: noPermission })
    }
    return allowed
  })

const tooManyNetworks = {
  message: '',
  params: { message: msg('Enter at most {max} IP addresses.', { max: maxTokenNetworks }) },
}

/** IP addresses and ranges, separated by whitespace, commas or semicolons. */
const networksInput = z
  .string('Enter IP addresses, separated by commas.')
  .refine((typed) => typed.length <= 2000, tooManyNetworks)
  .optional()
  .transform((input, context) => {
    const parts = (input ?? '').split(/[\s,;]+/).filter(Boolean)
    const ranges = new Set<string>()
    for (const part of parts) {
      const range = parseIpRange(part)
      if (range !== null) {
        ranges.add(range)
        continue
      }
      const message = 'Enter IP addresses such as 192.0.2.7, or ranges such as 192.0.2.0/24.'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    if (ranges.size > maxTokenNetworks) {
      context.addIssue({ code: 'custom', ...tooManyNetworks })
    }
    return [...ranges]
  })

export const expiryFields = {
  expiry: z
    .enum(['7', '30', '90', '365', 'date', 'never'], 'Choose when the token expires.')
    .default('90'),
  /** ISO 8601 date; the token is valid through the end of that day. */
  expires_on: z.string('Choose a date.').optional(),
}

export const CreateTokenForm = z.object({
  name: nameInput,
  permissions: permissionsInput,
  networks: networksInput,
  ...expiryFields,
})

export const UpdateTokenForm = z.object({
  name: nameInput.optional(),
  permissions: permissionsInput,
  networks: networksInput,
})

export type CreateToken = z.output<typeof CreateTokenForm>
export type UpdateToken = z.output<typeof UpdateTokenForm>
