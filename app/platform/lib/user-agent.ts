import { msg, type Message } from '@foyer/i18n'

import { memoize } from './memoize.ts'

/** What a browser says about itself, in the words its owner uses. */
export interface Device {
  readonly browser: string | null
  readonly platform: string | null
  readonly isPhone: boolean
}

// Order decides: nearly every browser also claims to be the ones before it.
const browsers: [string, RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Cốc Cốc', /\bcoc_coc/],
  ['UC Browser', /\bUCBrowser\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
  ['Internet Explorer', /\bTrident\/|\bMSIE\b/],
  ['Netscape', /\b(?:Netscape|Navigator)\//],
  ['curl', /^curl\//],
  ['Mozilla', /^Mozilla\/.+\bGecko\//],
]

const platforms: [string, RegExp][] = [
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b/],
  ['Android', /\bAndroid\b/],
  ['BlackBerry', /\b(?:BlackBerry|BB10)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac(?:intosh| OS X)\b/],
  ['Ubuntu', /\bUbuntu\b/],
  ['Linux', /\bLinux\b/],
]

/** @param userAgent  the header as stored, at most 500 characters; null when there was none */
export function parseUserAgent(userAgent: string | null): Device {
  return cachedParse(userAgent ?? '')
}

const cachedParse = memoize((userAgent): Device => {
  return {
    browser: firstMatch(browsers, userAgent),
    platform: firstMatch(platforms, userAgent),
    isPhone: /\b(?:Mobile|iPhone|iPad|Android|BlackBerry)\b/.test(userAgent),
  }
})

function firstMatch(candidates: [string, RegExp][], userAgent: string): string | null {
  return candidates.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null
}

/** "Chrome on macOS"; null when the browser said nothing we know. */
export function deviceName({ browser, platform }: Device): Message | null {
  if (browser && platform) return msg('{browser} on {platform}', { browser, platform })
  return browser ?? platform
}

/** The same for comparing, in no language. */
export function deviceLabel(userAgent: string | null): string {
  const { browser, platform } = parseUserAgent(userAgent)
  return `${browser ?? '?'} on ${platform ?? '?'}`
}
