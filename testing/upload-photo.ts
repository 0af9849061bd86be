import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { TestApp } from './test-app.ts'
import type { TestResponse, TestBrowser } from './test-browser.ts'

export const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Encodes a multipart form like a browser. */
export async function encodeMultipart(form: FormData): Promise<{ body: Buffer; type: string }> {
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  return { body, type: encoded.headers.get('content-type') ?? '' }
}

interface PhotoOptions {
  /** The page to upload to; the profile page by default. */
  path?: string
  name?: string
  type?: string
  fields?: Record<string, string>
}

/** Uploads a photo like the profile page, or the settings of a team. */
export async function uploadPhoto(
  browser: TestBrowser,
  photo: Buffer,
  { path, name = 'photo.png', type = 'image/png', fields = {} }: PhotoOptions = {},
): Promise<TestResponse> {
  const form = new FormData()
  form.set('photo', new File([new Uint8Array(photo)], name, { type }))
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  return postPhotoBody(browser, await encodeMultipart(form), path)
}

export function postPhotoBody(
  browser: TestBrowser,
  { body, type }: { body: Buffer | string; type: string },
  path = '/user/profile-photo',
): Promise<TestResponse> {
  return browser.json(path, {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  })
}

/** The address of the photo of the signed-in person. */
export async function photoUrl(browser: TestBrowser): Promise<string> {
  const { auth } = (await browser.visit('profile.show')).page.props
  return Object(auth).user.profile_photo_url
}

/** The files of all photos. */
export async function storedPhotos({ config }: TestApp): Promise<string[]> {
  const names = await readdir(join(config.storageDir, 'photos')).catch(() => [])
  return names.toSorted()
}

export async function photoEvents(foyer: TestApp) {
  return (await foyer.events('photo.')).map(({ type, data }) => [type, data])
}
