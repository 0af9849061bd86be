import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parseUserAgent, deviceLabel } from './user-agent.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 10_3 like Mac OS X)'
const ipad = 'Mozilla/5.0 (iPad; CPU OS 9_3 like Mac OS X)'
const blackberry = 'Mozilla/5.0 (BlackBerry; U; BlackBerry 9900; en)'
const nexus = 'Mozilla/5.0 (Linux; U; Android 2.3.3; en-us; Nexus One Build/GRI40)'
const tablet = 'Mozilla/5.0 (Linux; Android 4.4; Nexus 7)'

test('names the platform as its vendor does (UA-P1, UA-P2, UA-P3, UA-P4, UA-P5, UA-P6, UA-P7, UA-P8)', () => {
  const name = (userAgent: string) => parseUserAgent(userAgent).platform
  assert.equal(name(`${windows} ${webkit} Chrome/46 Safari/537.36 Edge/13.10586`), 'Windows')
  assert.equal(name('Mozilla/5.0 (Macintosh; U; Intel Mac OS X 10_6_8) Safari/533.21.1'), 'macOS')
  assert.equal(name(`${ipad} Version/9.0 Mobile/13E237 Safari/601.1`), 'iPad')
  assert.equal(name('Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:25.0) Firefox/25.0'), 'Ubuntu')
  assert.equal(name(`${blackberry} Version/7.1 Mobile Safari/534.11`), 'BlackBerry')
  assert.equal(name(`${nexus} Version/4.0 Mobile Safari/533.1`), 'Android')
  assert.equal(name(`Mozilla/5.0 (X11; CrOS x86_64 14541) ${webkit} Chrome/120`), 'ChromeOS')
  assert.equal(name(`${windows} ${webkit} Chrome/120 Safari/537.36`), 'Windows')
})

test('detects the browser despite the others it claims to be (UA-B1, UA-B2, UA-B3, UA-B4, UA-B5, UA-B6, UA-B7, UA-B8, UA-B9, UA-B10, UA-B11, UA-B12, UA-B13, UA-B14, UA-B15)', () => {
  const name = (userAgent: string) => parseUserAgent(userAgent).browser
  const chrome = `${windows} ${webkit} Chrome/120.0 Safari/537.36`
  assert.equal(
    name(`${windows.replace(')', '; Trident/7.0; rv:11.0)')} like Gecko`),
    'Internet Explorer',
  )
  assert.equal(name(`${ipad} AppleWebKit/601.1 Version/9.0 Mobile Safari/601.1`), 'Safari')
  assert.equal(
    name('Mozilla/5.0 (Windows; U; Win 9x) Gecko/20071127 Navigator/9.0.0.5 Netscape/9'),
    'Netscape',
  )
  assert.equal(name(`${windows} Gecko/20100101 Firefox/25.0`), 'Firefox')
  assert.equal(name(`${windows} ${webkit} Chrome/32.0.1667.0 Safari/537.36`), 'Chrome')
  assert.equal(name('Mozilla/5.0 (Windows NT 6.1; rv:2.2) Gecko/20110201'), 'Mozilla')
  assert.equal(name('Opera/9.80 (X11; Linux i686) Presto/2.12.388 Version/12.16'), 'Opera')
  assert.equal(name(`${chrome} OPR/106.0`), 'Opera')
  assert.equal(name(`${chrome} Edge/12.246`), 'Edge')
  assert.equal(
    name(`${iphone} AppleWebKit/603.1 Version/10.0 Mobile/14E5239e Safari/602.1`),
    'Safari',
  )
  assert.equal(name(`${chrome} Vivaldi/6.5`), 'Vivaldi')
  assert.equal(name(`${nexus} ${webkit} UCBrowser/11 Mobile Safari/534.30`), 'UC Browser')
  assert.equal(name(`${chrome} Edge/15.15254`), 'Edge')
  assert.equal(name(`${chrome} Edg/79.0.309`), 'Edge')
  assert.equal(name(`${windows} ${webkit} coc_coc_browser/54 Chrome/48.0 Safari/537.36`), 'Cốc Cốc')
})

test('tells phones and tablets from computers (UA-D1, UA-D2, UA-D3, UA-D4, UA-D5, UA-D6, UA-D7)', () => {
  const isPhone = (userAgent: string) => parseUserAgent(userAgent).isPhone
  assert.equal(isPhone(`${mac} Version/17.0 Safari/605.1.15`), false)
  assert.equal(isPhone(iphone), true)
  assert.equal(isPhone(ipad), true)
  assert.equal(isPhone(nexus), true)
  assert.equal(isPhone(blackberry), true)
  assert.equal(isPhone(`${nexus} Mobile`), true)
  assert.equal(isPhone(tablet), true)
})

test('common browsers keep the labels that known devices are stored under', () => {
  const phone = 'Mozilla/5.0 (Linux; Android 10; K)'
  const iphone17 = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15'
  const labels = [
    `${mac} ${webkit} Chrome/120.0.0.0 Safari/537.36`,
    `${phone} ${webkit} Chrome/120.0.0.0 Mobile Safari/537.36`,
    `${phone} ${webkit} Chrome/120.0.0.0 Mobile Safari/537.36 EdgA/120.0.0.0`,
    `${phone} ${webkit} SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36`,
    `${iphone17} (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1`,
    `${iphone17} (KHTML, like Gecko) CriOS/120.0 Mobile/15E148 Safari/604.1`,
    'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0',
    'curl/8.5.0',
  ].map(deviceLabel)

  assert.deepEqual(labels, [
    'Chrome on macOS',
    'Chrome on Android',
    'Edge on Android',
    'Samsung Internet on Android',
    'Safari on iPhone',
    'Chrome on iPhone',
    'Firefox on Linux',
    'curl on ?',
  ])
})

test('a browser name is never a fragment of the header', () => {
  const sentences = ['Call +1 555 0100/1 now', 'https://evil.example/ (x) y', 'a/b c', '/ /']

  assert.deepEqual(
    sentences.map((each) => parseUserAgent(each).browser),
    [null, null, null, null],
  )
})

test('parsing twice gives the same result, and an unknown browser is null (UA-C1)', () => {
  assert.deepEqual(parseUserAgent(iphone), parseUserAgent(iphone))
  assert.deepEqual(parseUserAgent(null), { browser: null, platform: null, isPhone: false })
  assert.equal(deviceLabel(null), '? on ?')
})
