import type { Answer, Browser } from '#testing/browser.ts'

/** A form with files, as a browser writes it. */
export async function multipart(form: FormData): Promise<{ body: Buffer; type: string }> {
  const written = new Response(form)
  const body = Buffer.from(await written.arrayBuffer())
  return { body, type: written.headers.get('content-type') ?? '' }
}

interface Photo {
  name?: string
  type?: string
  fields?: Record<string, string>
}

/** Sends a photo as the profile page does. */
export async function upload(
  browser: Browser,
  photo: Buffer,
  { name = 'photo.png', type = 'image/png', fields = {} }: Photo = {},
): Promise<Answer> {
  const form = new FormData()
  form.set('photo', new File([new Uint8Array(photo)], name, { type }))
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  return send(browser, await multipart(form))
}

/** Sends a body as it is. */
export function send(
  browser: Browser,
  { body, type }: { body: Buffer | string; type: string },
): Promise<Answer> {
  return browser.json('/user/profile-photo', {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  })
}
