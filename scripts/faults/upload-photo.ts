import type { LoadAccount } from '#testing/load-generator.ts'
import { onePixelPng } from '#testing/upload-photo.ts'

/** Uploads a photo as the profile page does. */
export function uploadPhoto(
  { client: { origin, cookies } }: LoadAccount,
  photo: Buffer = onePixelPng,
): Promise<Response> {
  const body = new FormData()
  body.set('photo', new File([new Uint8Array(photo)], 'photo.png', { type: 'image/png' }))
  return fetch(new URL('/user/profile-photo', origin), {
    method: 'POST',
    body,
    headers: {
      accept: 'application/json',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': decodeURIComponent(cookies.get('XSRF-TOKEN') ?? ''),
    },
  })
}
