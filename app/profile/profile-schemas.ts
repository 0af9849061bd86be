import { msg, type Message } from '@foyer/i18n'
import { z } from 'zod'

import { personName } from '#app/platform/validation/form-fields.ts'
import type { Profile, RestorableField } from '#app/profile-fields.ts'

import { localeField, timezoneField } from './locale-fields.ts'

type SchemaByField = { [Field in keyof Profile]: z.ZodType<Profile[Field]> }

/** Input accepted by the form and the API. */
export const profileInputs = {
  name: personName,
  locale: localeField,
  timezone: timezoneField,
} satisfies SchemaByField

/** Output of the API. */
export const profileOutputs = {
  name: z.string(),
  locale: z.string().nullable().describe('A language tag; null follows the browser.'),
  timezone: z.string().nullable().describe('An IANA name; null follows the browser.'),
} satisfies SchemaByField

/** Shown when a field was changed after the page that restores it was rendered. */
export const conflictMessages: Record<RestorableField, Message> = {
  name: msg('Your name was changed meanwhile. Look at it again, then decide.'),
  photo: msg('Your photo was changed meanwhile. Look at it again, then decide.'),
  locale: msg('Your language was changed meanwhile. Look at it again, then decide.'),
  timezone: msg('Your time zone was changed meanwhile. Look at it again, then decide.'),
}
