import { get } from 'node:http'

import type { CapturedResponse } from './bare-server.ts'
import type { Target } from './measure-load.ts'

/** Captures one response byte for byte, without the headers that Node adds per connection. */
export async function captureResponse({
  server,
  path,
  headers,
}: Target): Promise<CapturedResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<CapturedResponse>()
  get({ host: '127.0.0.1', port: server.port, path, headers }, async (response) => {
    const body = Buffer.concat(await response.toArray())
    const { statusCode: status = 0, rawHeaders } = response
    if (status !== 200) reject(new Error(`${path} answered ${status}: ${body.toString()}`))
    resolve({ status, headers: withoutConnectionHeaders(rawHeaders), body })
  }).on('error', reject)
  return promise
}

const connectionHeaders = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding'])

function withoutConnectionHeaders(raw: string[]): string[] {
  return raw.filter(
    (_, index) => !connectionHeaders.has(raw[index - (index % 2)]?.toLowerCase() ?? ''),
  )
}

/** Parses the page object out of a document. */
export function parsePageObject(document: string): { version: string; onceProps?: object } {
  const json = /<script[^>]*data-page[^>]*>([^<]*)<\/script>/.exec(document)?.[1]
  if (!json) throw new Error('The document contains no page object')
  return JSON.parse(json)
}
