import type { TestResponse, TestBrowser } from './test-browser.ts'

/** A form with files, as a browser writes it. */
export async function encodeMultipart(form: FormData): Promise<{ body: Buffer; type: string }> {
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  return { body, type: encoded.headers.get('content-type') ?? '' }
}

interface PhotoOptions {
  name?: string
  type?: string
  fields?: Record<string, string>
}

/** Sends a photo as the profile page does. */
export async function uploadPhoto(
  browser: TestBrowser,
  photo: Buffer,
  { name = 'photo.png', type = 'image/png', fields = {} }: PhotoOptions = {},
): Promise<TestResponse> {
  const form = new FormData()
  form.set('photo', new File([new Uint8Array(photo)], name, { type }))
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  return postPhotoBody(browser, await encodeMultipart(form))
}

/** Sends a body as it is. */
export function postPhotoBody(
  browser: TestBrowser,
  { body, type }: { body: Buffer | string; type: string },
): Promise<TestResponse> {
  return browser.json('/user/profile-photo', {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  })
}
