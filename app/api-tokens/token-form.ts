import { z } from 'zod'

import { nameField } from '#app/platform/form-fields.ts'
import { network } from '#app/platform/networks.ts'

import { permissions } from './permissions.ts'

const mostNetworks = 20

const name = nameField('Give the token a name.')

/** What is not on the list is dropped, as are repetitions; the order is ours. */
const chosen = z
  .array(z.string('Choose at least one permission.'), 'Choose at least one permission.')
  .max(100, 'Choose at least one permission.')
  .transform((wanted, context) => {
    const known = permissions.filter((permission) => wanted.includes(permission))
    if (known.length === 0) {
      context.addIssue({ code: 'custom', message: 'Choose at least one permission.' })
    }
    return known
  })

/** Addresses and ranges, apart by lines, spaces or commas. */
const networks = z
  .string('Enter network addresses, one to a line.')
  .max(2000, 'Enter at most 20 network addresses.')
  .optional()
  .transform((typed, context) => {
    const parts = (typed ?? '').split(/[\s,;]+/).filter(Boolean)
    const found = new Set<string>()
    for (const part of parts) {
      const one = network(part)
      if (one !== null) {
        found.add(one)
        continue
      }
      const message = 'Enter addresses such as 192.0.2.7, or ranges such as 192.0.2.0/24.'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    if (found.size > mostNetworks) {
      context.addIssue({ code: 'custom', message: 'Enter at most 20 network addresses.' })
    }
    return [...found]
  })

const Expiry = {
  expiry: z.enum(['7', '30', '90', '365', 'date', 'never'], 'Choose when the token ends.'),
  /** ISO 8601 date; the token works through the end of that day. */
  expires_on: z.string('Choose a day.').optional(),
}

export const CreateTokenForm = z.object({
  name,
  permissions: chosen,
  networks,
  ...Expiry,
  expiry: Expiry.expiry.default('90'),
})

export const UpdateTokenForm = z.object({ name: name.optional(), permissions: chosen, networks })

export type CreateToken = z.output<typeof CreateTokenForm>
export type UpdateToken = z.output<typeof UpdateTokenForm>
