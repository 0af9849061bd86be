import type { Profile } from '#app/profile-fields.ts'

/** Values to change the fields to; none is Ada's at registration. */
export const profileSamples: Profile = {
  name: 'Ada King',
  locale: 'de',
  timezone: 'Europe/London',
}
