import type { Browser } from 'playwright-core'

export interface ColdPage {
  requests: number
  kilobytes: number
  scriptKilobytes: number
}

/** Opens a page with an empty cache and counts what comes over the wire. */
export async function measureColdPage(browser: Browser, url: string): Promise<ColdPage> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const scripts = new Set<string>()
  let [requests, bytes, scriptBytes] = [0, 0, 0]
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    requests++
    bytes += encodedDataLength
    if (scripts.has(requestId)) scriptBytes += encodedDataLength
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await context.close()
  return { requests, kilobytes: bytes / 1000, scriptKilobytes: scriptBytes / 1000 }
}
