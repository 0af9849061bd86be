import assert from 'node:assert/strict'
import { test } from 'node:test'

import { msg } from '@foyer/i18n'

import { loadLanguages } from '#app/platform/i18n/translations.ts'

import { renderSecurityNotice } from './security-notice.ts'

const languages = loadLanguages({ includePseudo: true })
const mailWriter = {
  translatorFor: (saved: string | null) => languages.pick(saved, undefined),
  appName: 'Foyer',
  absoluteUrl: (path: string) => `https://id.example.com${path}`,
}
const takeoverUrl = 'https://id.example.com/not-me/x'
const ada = { name: 'Ada', email: 'ada@example.com', locale: null, timezone: 'Asia/Tokyo' }
const actor = {
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Gecko/20100101 Firefox/140.0',
  now: Date.UTC(2026, 0, 31, 23, 30),
}
const notice = {
  type: 'password-changed' as const,
  description: msg('All else is signed out.'),
}

test('a security notice contains the device, the time in the user’s timezone and the IP address', () => {
  const { text } = renderSecurityNotice(mailWriter, {
    ...notice,
    actor,
    recipient: ada,
    takeoverUrl,
  })

  assert.match(text, /Device: Firefox on Windows\n/)
  assert.match(text, /Time: February 1, 2026.* 8:30:00 AM GMT\+9\n/)
  assert.match(text, /IP address: 203\.0\.113\.7\n/)
})

test('the "This wasn\'t me" link is at the end of both HTML and text', () => {
  const { html, text } = renderSecurityNotice(mailWriter, {
    ...notice,
    actor,
    recipient: ada,
    takeoverUrl,
  })

  assert.match(text, /This wasn't me:\nhttps:\/\/id\.example\.com\/not-me\/x\n\n-- \n/)
  assert.match(html, /IP address[\s\S]+href="https:\/\/id\.example\.com\/not-me\/x"/)
})

test('unknown details are left out', () => {
  const unknownDevice = { ip: null, userAgent: null, now: 0 }
  const { text, html } = renderSecurityNotice(mailWriter, {
    ...notice,
    actor: unknownDevice,
    recipient: ada,
    takeoverUrl,
  })

  assert.doesNotMatch(text, /unknown|Device|IP address/i)
  assert.doesNotMatch(html, /unknown|>Device|IP address/i)
})

test('the mail is in the language that the user saved', () => {
  const recipient = { ...ada, locale: 'en-XA' }

  const { html } = renderSecurityNotice(mailWriter, {
    ...notice,
    actor,
    recipient,
    takeoverUrl,
  })

  assert.match(html, /lang="en-XA"/)
})
