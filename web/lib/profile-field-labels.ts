import { msg, type Message } from '@foyer/i18n'

import type { ProfileField } from '#app/profile-fields.ts'

/** What each profile field is called, and what is shown in its place while it is null. */
export const profileFieldLabels: Record<ProfileField, { label: Message; unset?: Message }> = {
  name: { label: msg('Name') },
  locale: { label: msg('Language'), unset: msg('As your browser asks for') },
  timezone: { label: msg('Time zone'), unset: msg('As your device has it') },
}
