import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'

import sharp from 'sharp'

import { ada, signedInAda, registerAccount as register } from '#testing/signed-in-accounts.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import {
  encodeMultipart,
  photoEvents,
  photoUrl,
  storedPhotos,
  uploadPhoto,
} from '#testing/upload-photo.ts'

const red = { r: 220, g: 30, b: 30 }
const blue = { r: 30, g: 30, b: 220 }

const picture = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: red } })

/** An image with a red left and a blue right half. */
async function twoHalves(): Promise<Buffer> {
  const half = await picture(200, 200).png().toBuffer()
  return sharp({ create: { width: 400, height: 200, channels: 3, background: blue } })
    .composite([{ input: half, left: 0, top: 0 }])
    .png()
    .toBuffer()
}

test('a photo is re-encoded as a small square and shown on the page (UPL-01, 5.3.1)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  const answer = await uploadPhoto(laptop, await picture().jpeg().toBuffer())

  assert.deepEqual([answer.status, answer.text], [200, '""'])
  const shown = await photo(laptop)
  const { format, width, height } = await sharp(shown.raw.rawPayload).metadata()
  assert.deepEqual([format, width, height], ['webp', 256, 256])
  const named = /^\/photos\/(.{22})\//.exec(await photoUrl(laptop))?.[1]
  assert.deepEqual(await photoEvents(foyer), [['photo.changed', { replaced: false, photo: named }]])
})

test('a page visit is redirected back with the status', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const form = new FormData()
  form.set('photo', new File([new Uint8Array(await picture().png().toBuffer())], 'a.png'))
  const { body, type } = await encodeMultipart(form)

  const referer = `${foyer.config.origin}/user/profile`
  const headers = { 'content-type': type, referer }
  const answer = await laptop.visitPath('/user/profile-photo', { method: 'POST', body, headers })

  assert.deepEqual([answer.status, answer.location], [303, '/user/profile'])
  const { flash } = (await laptop.visit('profile.show')).page
  assert.equal(flash?.['status'], 'profile-photo-updated')
})

test('stores the chosen crop', async (t) => {
  const { laptop } = await signedInAda(t)
  const fields = { crop_x: '200', crop_y: '0', crop_size: '200' }

  await uploadPhoto(laptop, await twoHalves(), { fields })

  const { dominant } = await sharp((await photo(laptop)).raw.rawPayload).stats()
  assert.ok(dominant.b > 180 && dominant.r < 80, JSON.stringify(dominant))
})

const oddCrops: Record<string, string>[] = [
  { crop_x: '-50', crop_y: '99999', crop_size: '99999' },
  { crop_x: 'NaN', crop_y: '0', crop_size: '10' },
  { crop_x: '0', crop_y: '0', crop_size: '0' },
  { crop_x: '1e308', crop_y: '-1e308', crop_size: '-7' },
  { crop_x: '0x10', crop_y: '', crop_size: '1.5' },
]

for (const fields of oddCrops) {
  test(`moves a crop outside the image inside: ${Object.values(fields).join(' ')}`, async (t) => {
    const { laptop } = await signedInAda(t)
    assert.equal((await uploadPhoto(laptop, await twoHalves(), { fields })).status, 200)
  })
}

test('applies the EXIF orientation and removes location and camera metadata (UPL-03, 14.2.8)', async (t) => {
  const { laptop } = await signedInAda(t)
  const wide = await sharp(await twoHalves())
    .withExif({ IFD0: { Make: 'Leica' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  assert.ok(wide.includes('Exif'))
  // Upright, it is 200 by 400 with the red half on top.
  const fields = { crop_x: '0', crop_y: '200', crop_size: '200' }

  await uploadPhoto(laptop, wide, { fields })

  const stored = (await photo(laptop)).raw.rawPayload
  const { exif, xmp, icc } = await sharp(stored).metadata()
  assert.deepEqual([exif, xmp, icc], [undefined, undefined, undefined])
  const { dominant } = await sharp(stored).stats()
  assert.ok(dominant.b > 180, JSON.stringify(dominant))
})

test('removes data appended to the image (UPL-01, 5.2.2)', async (t) => {
  const { laptop } = await signedInAda(t)
  const script = '<script>alert(document.domain)</script>'
  const polyglot = Buffer.concat([await picture().jpeg().toBuffer(), Buffer.from(script)])

  assert.equal((await uploadPhoto(laptop, polyglot)).status, 200)

  assert.equal((await photo(laptop)).raw.rawPayload.includes('script'), false)
})

const fine: [string, () => Promise<Buffer>][] = [
  ['one pixel', () => picture(1, 1).png().toBuffer()],
  ['30,000 by 1', () => picture(30_000, 1).png().toBuffer()],
  ['WebP', () => picture().webp().toBuffer()],
  ['progressive JPEG', () => picture().jpeg({ progressive: true }).toBuffer()],
  ['JPEG for printing', () => picture().toColourspace('cmyk').jpeg().toBuffer()],
  ['sixteen-bit grey', () => picture().toColourspace('grey16').png().toBuffer()],
  ['a palette', () => picture().png({ palette: true }).toBuffer()],
  ['transparent', () => picture().ensureAlpha(0.2).png().toBuffer()],
]

for (const [what, make] of fine) {
  test(`accepts any JPEG, PNG or WebP: ${what} (UPL-01)`, async (t) => {
    const { laptop } = await signedInAda(t)

    const { status, text } = await uploadPhoto(laptop, await make(), {
      name: 'x',
      type: 'text/html',
    })

    assert.deepEqual([status, text], [200, '""'])
    const stored = await sharp((await photo(laptop)).raw.rawPayload).metadata()
    assert.deepEqual([stored.width, stored.height, stored.hasAlpha], [256, 256, false])
  })
}

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const format = /JPEG, PNG or WebP/
const rejected: [string, () => Buffer | Promise<Buffer>, RegExp][] = [
  ['SVG with script', () => Buffer.from(svg), format],
  ['HTML called .jpg', () => Buffer.from('<!doctype html><script>alert(1)</script>'), format],
  ['GIF', () => picture().gif().toBuffer(), format],
  ['TIFF', () => picture().tiff().toBuffer(), format],
  ['AVIF', () => picture(16, 16).avif().toBuffer(), format],
  ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj'), format],
  ['ICO', () => Buffer.from('0000010001001010000001002000', 'hex'), format],
  ['a GIF that is a script too', () => Buffer.from('GIF89a=1;alert(1);//'), format],
  ['random bytes', () => Buffer.alloc(5000, 7), format],
  ['nothing', () => Buffer.alloc(0), /Choose a photo first/],
  ['cut off', async () => (await picture(900, 900).jpeg().toBuffer()).subarray(0, 2000), /damaged/],
  ['26 megapixels', () => hugePng(6504, 4000), /at most 25 megapixels/],
  ['400 megapixels', () => hugePng(20_000, 20_000), /at most 25 megapixels/],
  ['one byte too many', () => Buffer.alloc(8 * 1024 * 1024 + 1), /at most 8 MB/],
  ['far too many bytes', () => Buffer.alloc(20 * 1024 * 1024), /at most 8 MB/],
]

for (const [what, make, sentence] of rejected) {
  test(`rejects with an error at the photo field: ${what} (UPL-01, 5.2.1, 5.2.2, 5.2.6, 1.3.4)`, async (t) => {
    const { foyer, laptop } = await signedInAda(t)
    await uploadPhoto(laptop, await picture().png().toBuffer())
    const before = await storedPhotos(foyer)

    const { status, raw: response } = await uploadPhoto(laptop, await make())

    assert.equal(status, 422)
    assert.match(response.json().errors.photo[0], sentence)
    assert.deepEqual(await storedPhotos(foyer), before)
  })
}

for (const name of ['../../x', 'C:\\x', 'a\0b', 'x'.repeat(300), 'photo.png.exe', '照片.png']) {
  test(`ignores the file name: ${JSON.stringify(name).slice(0, 20)} (UPL-04, 5.3.2, 5.4.1)`, async (t) => {
    const { foyer, laptop } = await signedInAda(t)

    assert.equal(
      (await uploadPhoto(laptop, await picture().png().toBuffer(), { name })).status,
      200,
    )

    const stored = await storedPhotos(foyer)
    assert.equal(stored.length, 2)
    for (const file of stored) assert.match(file, /^[\w-]{22}-(?:96|256)\.webp$/)
  })
}

test('a photo is served to its owner only, and only as an image (UPL-05, UPL-06, 3.2.1, 3.4.4, 3.5.8, 8.2.2)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await uploadPhoto(laptop, await picture().png().toBuffer())
  const url = await photoUrl(laptop)
  const eve = foyer.browser()
  await register(foyer, eve, { ...ada, email: 'eve@example.com' })

  const hers = await laptop.open(url)

  assert.equal(hers.status, 200)
  assert.equal(hers.header('content-type'), 'image/webp')
  assert.equal(hers.header('x-content-type-options'), 'nosniff')
  assert.equal(hers.header('cross-origin-resource-policy'), 'same-origin')
  assert.match(hers.header('content-security-policy') ?? '', /default-src 'none'; sandbox/)
  assert.match(hers.header('cache-control') ?? '', /^private, max-age=31536000, immutable$/)
  assert.equal(hers.header('set-cookie'), undefined)
  assert.equal((await eve.open(url)).status, 404)
  assert.equal((await foyer.browser().open(url)).status, 404)
})

const elsewhere = [
  '/photos/../../etc/passwd',
  '/photos/%2e%2e%2f%2e%2e%2fetc%2fpasswd/96',
  '/photos/..%5c..%5cetc/256',
  '/photos//etc/passwd',
  '/photos/AAAAAAAAAAAAAAAAAAAAAA/256',
  '/photos/AAAAAAAAAAAAAAAAAAAAAA/9999',
  '/photos/AAAAAAAAAAAAAAAAAAAAAA/__proto__',
  '/photos/%00AAAAAAAAAAAAAAAAAAAAA/96',
]

for (const path of elsewhere) {
  test(`serves no other file: ${path} (UPL-05)`, async (t) => {
    const { laptop } = await signedInAda(t)
    assert.ok([400, 404].includes((await laptop.open(path)).status))
  })
}

test('a range request gets the whole photo (PAR-18)', async (t) => {
  const { laptop } = await signedInAda(t)
  await uploadPhoto(laptop, await picture().png().toBuffer())

  const ranges = Array.from({ length: 500 }, (_, at) => `${at}-${at + 1}`).join(',')
  const headers = { range: `bytes=${ranges}`, 'if-modified-since': 'yesterday' }
  const answer = await laptop.request(await photoUrl(laptop), { headers })

  assert.equal(answer.status, 200)
  assert.equal((await sharp(answer.raw.rawPayload).metadata()).width, 256)
})

test('a full disk keeps the old photo, leaves no file and shows an error (UPL-08, F05)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const folder = join(foyer.config.storageDir, 'photos')
  await writeFile(folder, 'no folder can be made here, as on a disk without room')

  const { status, raw: response } = await uploadPhoto(laptop, await picture().png().toBuffer())

  assert.equal(status, 422)
  assert.match(response.json().errors.photo[0], /couldn't save your photo/)
  assert.equal(await photoUrl(laptop), null)
  await rm(folder)
  assert.equal((await uploadPhoto(laptop, await picture().png().toBuffer())).status, 200)
})

test('a photo with a missing file gives 404 and can be replaced', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await uploadPhoto(laptop, await picture().png().toBuffer())
  await rm(join(foyer.config.storageDir, 'photos'), { recursive: true })

  assert.equal((await photo(laptop)).status, 404)
  assert.equal((await uploadPhoto(laptop, await picture().png().toBuffer())).status, 200)
  assert.equal((await photo(laptop)).status, 200)
})

test('rate-limits uploads (5.2.1)', async (t) => {
  const { laptop } = await signedInAda(t)
  const none = Buffer.alloc(0)
  for (let tries = 0; tries < 20; tries++) await uploadPhoto(laptop, none)

  const { status, raw: response } = await uploadPhoto(laptop, none)

  assert.equal(status, 429)
  assert.match(response.json().errors.photo[0], /Too many attempts/)
})

async function photo(browser: TestBrowser) {
  return browser.open(await photoUrl(browser))
}

/** A huge black image that compresses to a small file. */
function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const lines = deflateSync(Buffer.alloc((1 + width / 8) * height))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const chunks = [chunk('IHDR', header), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...chunks])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
