import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'

import { route } from '#app/platform/route.ts'
import { signedInAda } from '#testing/signed-in-accounts.ts'
import { buildTestApp } from '#testing/test-app.ts'
import { postPhotoBody } from '#testing/upload-photo.ts'

const type = 'multipart/form-data; boundary=edge'
const field = (name: string, value = 'x') =>
  `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (name: string, content = 'x') =>
  `--edge\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n${content}\r\n`
const end = '--edge--\r\n'

const hostile: [string, string, string?][] = [
  ['a hundred parts', field('crop_x').repeat(100) + end],
  ['a thousand and one parts', field('crop_x').repeat(1001) + end],
  ['a hundred files', file('photo').repeat(100) + end],
  ['the same file twice', file('photo') + file('photo') + end],
  ['a file under another name', file('avatar') + end],
  ['a file where a number is expected', file('crop_x') + file('photo') + end],
  ['text where the file is expected', field('photo') + end],
  ['a field after the file', file('photo') + field('crop_x') + end],
  ['a field name of a megabyte', field('n'.repeat(1024 * 1024)) + end],
  ['a value of a megabyte', field('crop_x', 'v'.repeat(1024 * 1024)) + end],
  ['ten thousand headers', `--edge\r\n${'a: b\r\n'.repeat(10_000)}\r\n\r\nx\r\n${end}`],
  ['no boundary', file('photo') + end, 'multipart/form-data'],
  ['another boundary', file('photo') + end, 'multipart/form-data; boundary=other'],
  ['cut off in the file', file('photo', 'x'.repeat(5000)).slice(0, 3000)],
  ['cut off in the headers', file('photo').slice(0, 40)],
  ['nothing at all', ''],
  ['only an end', end],
  ['one form inside another', file('photo', field('a') + end) + end],
  ['a name that is a prototype', field('__proto__') + file('photo') + end],
  ['a name that is a constructor', field('constructor') + file('photo') + end],
  ['names without end', field('a[b][c][d][e][f][g]') + file('photo') + end],
  ['a name with NUL', field('a\0b') + end],
]

for (const [what, body, contentType = type] of hostile) {
  test(`rejects immediately and stores nothing: ${what} (PAR-11, PAR-01)`, async (t) => {
    const { foyer, laptop } = await signedInAda(t)

    const { status } = await postPhotoBody(laptop, { body, type: contentType })

    assert.ok(status >= 400 && status < 500, String(status))
    const stored = await readdir(join(foyer.config.storageDir, 'photos')).catch(() => [])
    assert.deepEqual(stored, [])
    assert.equal(Object.hasOwn(Object.prototype, 'x'), false)
  })
}

test('rejects a body without a Content-Length unread (PAR-10, PAR-11)', async (t) => {
  const { foyer, laptop } = await signedInAda(t, buildTestApp)
  const address = await foyer.app.listen({ host: '127.0.0.1', port: 0 })
  const sending = request({
    port: new URL(address).port,
    method: 'POST',
    path: route('user-profile-photo.update'),
    headers: {
      host: foyer.config.appUrl.host,
      cookie: [...laptop.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': type,
      accept: 'application/json',
      'x-xsrf-token': decodeURIComponent(laptop.cookies.get('XSRF-TOKEN') ?? ''),
    },
  })
  sending.on('error', () => {})
  sending.write(file('photo', 'x'.repeat(65_536)))

  const [answer] = await once(sending, 'response')

  assert.equal(answer.statusCode, 400)
  sending.destroy()
})

test('only the photo route accepts multipart forms (R13, 3.5.2)', async (t) => {
  const { laptop } = await signedInAda(t)
  const headers = { 'content-type': type }
  const body = field('name', 'Eve') + end

  const answer = await laptop.json('/user/profile-information', { method: 'PUT', body, headers })

  assert.equal(answer.status, 415)
})

test('rejects a cross-site upload before reading it (3.5.2)', async (t) => {
  const { laptop } = await signedInAda(t)
  const headers = {
    'content-type': type,
    'sec-fetch-site': 'cross-site',
    origin: 'https://evil.example',
  }
  const body = file('photo') + end

  const answer = await laptop.request('/user/profile-photo', { method: 'POST', body, headers })

  assert.equal(answer.status, 403)
})

test('rejects an upload by a guest', async (t) => {
  const { foyer } = await signedInAda(t)
  const stranger = foyer.browser()
  await stranger.open(route('login'))
  assert.equal((await postPhotoBody(stranger, { body: file('photo') + end, type })).status, 401)
})
