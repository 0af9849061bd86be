import type { Webhooks } from '#app/webhook-events.ts'

export interface ProfilePhotoEvents {
  'photo.changed': { replaced: boolean; photo?: string }
  'photo.removed': Record<string, never>
}

export const profilePhotoWebhooks = {
  'photo.changed': { type: 'user.updated', data: () => ({ changed: ['photo'] }) },
  'photo.removed': { type: 'user.updated', data: () => ({ changed: ['photo'] }) },
} as const satisfies Webhooks<ProfilePhotoEvents>
