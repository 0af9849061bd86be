import type { ProfilePhotoEvents } from '#app/profile-photo/events.ts'
import type { AccountFeature, EventInfo } from '#web/account-features.ts'
import { accountSectionUrl } from '#web/lib/account-sections.ts'

export const photoFeature: AccountFeature = {
  events: {
    'photo.changed': { invalidates: ['auth'] },
    'photo.removed': { invalidates: ['auth'] },
  } satisfies Record<keyof ProfilePhotoEvents, EventInfo>,
  actions: (t) => [{ label: t('Change your photo'), href: accountSectionUrl('information') }],
}
