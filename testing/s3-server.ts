import { once } from 'node:events'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import S3Server from '@20minutes/s3rver'

import type { Owner } from './test-database.ts'

/** How the server responds to the next request: with this status, with the beginning of a file, or not at all. */
export type Fault = number | 'hang up' | 'silence' | 'stall'

export interface TestBucket {
  /** The settings of an app that stores its files there. */
  settings: Record<'STORAGE_URL' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY', string>
  /** Method and path of all requests. */
  requests: string[]
  /** Happen to the next requests, one each. */
  faults: Fault[]
  /** Puts copies of a file beside it, without a request for each. */
  copyFile(path: string, names: string[]): Promise<void>
}

/** An S3 server with one bucket, which verifies signatures. */
export async function startS3Server(t: Owner): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'foyer-s3-'))
  const options = { directory, silent: true, address: '127.0.0.1', port: 0 }
  const server = new S3Server({ ...options, configureBuckets: [{ name: 'people' }] })
  const { port: serverPort } = await server.run()

  const requests: string[] = []
  const faults: Fault[] = []
  const front = createServer((incoming, response) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    const fault = faults.shift()
    if (fault === 'silence') return
    if (fault === 'hang up') return void incoming.socket.destroy()
    if (typeof fault === 'number') {
      incoming.resume()
      return void response.writeHead(fault).end('<Error><Code>SlowDown</Code></Error>')
    }
    const { method, url: path, headers } = incoming
    const outgoing = forward(
      { host: '127.0.0.1', port: serverPort, method, path, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        if (fault === 'stall') answer.once('data', (chunk) => response.write(chunk.subarray(0, 9)))
        else answer.pipe(response)
      },
    )
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  t.after(async () => {
    front.closeAllConnections()
    front.close()
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })

  const { port } = front.address() as AddressInfo
  const endpoint = encodeURIComponent(`http://127.0.0.1:${port}`)
  return {
    settings: {
      STORAGE_URL: `s3://people/foyer?region=eu-central-1&endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    requests,
    faults,
    async copyFile(path, names) {
      const source = join(directory, 'people/foyer', path)
      for (const part of ['object', 'object.md5', 'metadata.json'])
        for (const name of names)
          await copyFile(
            `${source}._S3rver_${part}`,
            join(dirname(source), `${name}._S3rver_${part}`),
          )
    },
  }
}
