import { msg, type Message } from '@foyer/i18n'
import { z } from 'zod'

import { personName } from '#app/platform/validation/form-fields.ts'
import type { Profile, RestorableField } from '#app/profile-fields.ts'

import { localeField, timezoneField } from './locale-fields.ts'

type SchemaByField = { [Field in keyof Profile]: z.ZodType<Profile[Field]> }

/** Input accepted by the form and the API. */
export const profileInputs = {
  name: personName.describe('The full name.'),
  locale: localeField.describe("A language tag. Empty or null: the browser's language."),
  timezone: timezoneField.describe("An IANA name. Empty or null: the browser's time zone."),
} satisfies SchemaByField

/** Output of the API. */
export const profileOutputs = {
  name: z
    .string()
    .describe('The full name.')
    .meta({ examples: ['Ada Lovelace'] }),
  locale: z
    .string()
    .nullable()
    .describe("A language tag. Null: the browser's language.")
    .meta({ examples: ['en'] }),
  timezone: z
    .string()
    .nullable()
    .describe("An IANA name. Null: the browser's time zone.")
    .meta({ examples: ['Europe/Amsterdam'] }),
} satisfies SchemaByField

/** Shown when a field was changed after the page that restores it was rendered. */
export const conflictMessages: Record<RestorableField, Message> = {
  name: msg('Your name has changed in the meantime. Check it, then decide again.'),
  photo: msg('Your photo has changed in the meantime. Check it, then decide again.'),
  mutedNotifications: msg(
    'Your notification settings have changed in the meantime. Check them, then decide again.',
  ),
  locale: msg('Your language has changed in the meantime. Check it, then decide again.'),
  timezone: msg('Your time zone has changed in the meantime. Check it, then decide again.'),
}
