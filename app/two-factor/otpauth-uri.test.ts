import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'

import jsqr from 'jsqr'
import { TOTP, URI } from 'otpauth'
import sharp from 'sharp'

import { otpauthUri, qrCodeSvg } from './otpauth-uri.ts'

const secret = randomBytes(20)

test('a QR decoder reads back the encoded text', async (t) => {
  // The photo feature blocks SVG for the whole process.
  const svg = { operation: ['VipsForeignLoadSvg'] }
  sharp.unblock(svg)
  t.after(() => sharp.block(svg))
  const link = otpauthUri('Foyer', 'ada@example.com', secret)

  const picture = sharp(Buffer.from(qrCodeSvg(link))).resize(400)
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const read = jsqr(new Uint8ClampedArray(data), info.width, info.height)

  assert.equal(read?.data, link)
})

test('the URI follows the key URI format', () => {
  assert.equal(
    otpauthUri('My Foyer', 'ada+x@example.com', Buffer.from('foobar')),
    'otpauth://totp/My%20Foyer:ada%2Bx%40example.com?issuer=My%20Foyer&secret=MZXW6YTBOI&algorithm=SHA1&digits=6&period=30',
  )
})

test('an app that parses the URI generates our codes', () => {
  const app = URI.parse(otpauthUri('Foyer', 'ada@example.com', secret))

  assert.ok(app instanceof TOTP)
  assert.deepEqual(Buffer.from(app.secret.bytes), secret)
  assert.deepEqual([app.algorithm, app.digits, app.period], ['SHA1', 6, 30])
  assert.deepEqual([app.issuer, app.label], ['Foyer', 'ada@example.com'])
})

test('special characters in name and address are escaped in the URI (MFA-24)', () => {
  const app = URI.parse(otpauthUri('A&B: ?#%/=', '"a:&?#"+x@example.com', secret))

  assert.deepEqual([app.issuer, app.label], ['A&B  ?#%/=', '"a:&?#"+x@example.com'])
})
