import { z } from 'zod'

import type { Config } from '#app/platform/config/config.ts'
import { nameField } from '#app/platform/validation/form-fields.ts'

import { maxSlugLength, maxTeamNameLength, minSlugLength } from './limits.ts'
import type { SlugRules } from './pages.ts'

/** Reserved: a team with such a URL would look like a page of this site. */
const reserved = new Set(
  'about abuse account accounts admin api app assets billing blog contact dashboard docs help login logout mail new official owner personal privacy profile root security settings signup staff status support system team teams terms www'.split(
    ' ',
  ),
)

const slug = z
  .string('Choose a URL for the team.')
  .transform((typed) => typed.trim().toLowerCase())
  .refine(
    (it) => it.length >= minSlugLength && it.length <= maxSlugLength,
    'Use a shorter or longer URL.',
  )
  .refine(
    (it) => /^[a-z0-9][a-z0-9-]*$/.test(it) && !it.endsWith('-') && !it.includes('--'),
    'Use letters from a to z, digits, and single hyphens between them.',
  )
  .refine((it) => !reserved.has(it), 'This URL is reserved. Choose another one.')

export const TeamForm = z.object({
  name: nameField('Enter a name for the team.').refine(
    (name) => [...name].length <= maxTeamNameLength,
    'Use a shorter name.',
  ),
  slug,
})

export const slugTakenMessage = 'This URL is taken. Choose another one.'

export const slugRules = ({ origin }: Pick<Config, 'origin'>): SlugRules => ({
  prefix: `${origin}/t/`,
  maxLength: maxSlugLength,
})
