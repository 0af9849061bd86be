import { msg, type Message } from '@foyer/i18n'

import type { ProfileField } from '#app/profile-fields.ts'

/** Label of each profile field, and the text shown while it is null. */
export const profileFieldLabels: Record<ProfileField, { label: Message; unset?: Message }> = {
  name: { label: msg('Name') },
  locale: { label: msg('Language'), unset: msg('Same as your browser') },
  timezone: { label: msg('Time zone'), unset: msg('Same as your device') },
}
