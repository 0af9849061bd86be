import { msg, type Message } from '@foyer/i18n'
import { BROWSER_MAP, parse } from 'bowser'

import { memoize } from './memoize.ts'

/** Browser and platform, named as their owner would name them. */
export interface Device {
  readonly browser: string | null
  readonly platform: string | null
  readonly isPhone: boolean
}

/** The parser's names as people know them. Any other name it returns is a fragment of the header, chosen by its sender. */
const browserNames = new Map([
  ...Object.values(BROWSER_MAP).map((name) => [name, name] as const),
  ['Microsoft Edge', 'Edge'],
  ['Samsung Internet for Android', 'Samsung Internet'],
  ['Opera Touch', 'Opera'],
  ['Miui', 'Mi Browser'],
])

/** Browsers that the parser mistakes for another one. */
const otherBrowsers: [string, RegExp][] = [
  ['Cốc Cốc', /\bcoc_coc/],
  ['Netscape', /\b(?:Netscape|Navigator)\//],
  ['curl', /^curl\//],
]

/** @param userAgent  the header as stored, at most 500 characters; null when there was none */
export function parseUserAgent(userAgent: string | null): Device {
  return cachedParse(userAgent ?? '')
}

// A list of sessions parses a header per row; decision 037 has the cost.
const cachedParse = memoize((userAgent): Device => {
  if (userAgent === '') return { browser: null, platform: null, isPhone: false }
  const { browser, os, platform } = parse(userAgent)
  const otherName = otherBrowsers.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return {
    browser: otherName ?? browserNames.get(browser.name ?? '') ?? geckoName(userAgent),
    platform: platformName(userAgent, os.name, platform.model),
    isPhone: platform.type === 'mobile' || platform.type === 'tablet',
  }
})

function geckoName(userAgent: string): string | null {
  return /^Mozilla\/.+\bGecko\//.test(userAgent) ? 'Mozilla' : null
}

function platformName(userAgent: string, system?: string, model?: string): string | null {
  if (system === 'iOS') return model ?? 'iOS'
  if (system === 'Linux' && /\bUbuntu\b/.test(userAgent)) return 'Ubuntu'
  return system === 'Chrome OS' ? 'ChromeOS' : (system ?? null)
}

/** The names that are known, for the data of a notification. */
export function namesOfDevice(userAgent: string | null): Record<string, string> {
  const { browser, platform } = parseUserAgent(userAgent)
  return { ...(browser && { browser }), ...(platform && { platform }) }
}

/** "Chrome on macOS"; null when the browser is unknown. */
export function deviceName({
  browser,
  platform,
}: Pick<Device, 'browser' | 'platform'>): Message | null {
  if (browser && platform) return msg('{browser} on {platform}', { browser, platform })
  return browser ?? platform
}

/** The name of the device in English, for comparing. */
export function deviceLabel(userAgent: string | null): string {
  const { browser, platform } = parseUserAgent(userAgent)
  return `${browser ?? '?'} on ${platform ?? '?'}`
}
