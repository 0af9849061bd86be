import type { AccountState, Pages } from '#app/pages.ts'
import { route } from '#app/platform/route.ts'

export function photoAddresses(
  past: AccountState,
  present: AccountState,
): Pages['TimeTravel/Index']['photos'] {
  const address = ({ photo }: AccountState) =>
    photo !== null && photo === present.photo
      ? route('profile-photo.show', { photo, size: '256' })
      : null
  return { past: address(past), present: address(present) }
}
