import { z } from 'zod'

import { expiryFields } from '#app/api-tokens/api-tokens.ts'
import { teamTokenPermissions } from '#app/permissions.ts'
import { nameField } from '#app/platform/validation/form-fields.ts'

const unknownPermission = 'Choose from the permissions listed here.'

export const TeamTokenForm = z.object({
  name: nameField('Give the token a name.'),
  /** Every token may see the team. Unknown permissions are dropped. */
  permissions: z
    .array(z.string(unknownPermission), unknownPermission)
    .max(20, unknownPermission)
    .default([])
    .transform((chosen) =>
      teamTokenPermissions.filter((name) => name === 'team.view' || chosen.includes(name)),
    ),
  ...expiryFields,
})

export type NewTeamToken = z.output<typeof TeamTokenForm>
