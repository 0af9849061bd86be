import { get } from 'node:http'

import type { Bytes } from './bare-server.ts'
import type { Target } from './measure.ts'

/** Keeps one answer to the last byte. Node writes the connection's own headers again. */
export async function capture({ server, path, headers }: Target): Promise<Bytes> {
  const { promise, resolve, reject } = Promise.withResolvers<Bytes>()
  get({ host: '127.0.0.1', port: server.port, path, headers }, async (response) => {
    const body = Buffer.concat(await response.toArray())
    const { statusCode: status = 0, rawHeaders } = response
    if (status !== 200) reject(new Error(`${path} answered ${status}: ${body.toString()}`))
    resolve({ status, headers: withoutConnection(rawHeaders), body })
  }).on('error', reject)
  return promise
}

const written = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding'])

function withoutConnection(raw: string[]): string[] {
  return raw.filter((_, index) => !written.has(raw[index - (index % 2)]?.toLowerCase() ?? ''))
}

/** The page object that a document carries for its browser. */
export function pageIn(document: string): { version: string; onceProps?: object } {
  const json = /<script[^>]*data-page[^>]*>([^<]*)<\/script>/.exec(document)?.[1]
  if (!json) throw new Error('The document carries no page.')
  return JSON.parse(json)
}
