import { createSocket } from 'node:dgram'
import { once } from 'node:events'

import type { Owner } from './test-database.ts'

interface DnsServer {
  address: string
  /** TXT records by name. A name without one does not exist. */
  records: Map<string, string>
  /** While false it answers with a failure, as a broken server does. */
  works: boolean
}

const flags = { answer: 0x8180, noSuchName: 0x8183, failure: 0x8182 }

/** A name server on this machine that knows TXT records only. */
export async function startDnsServer(t: Owner): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const server: DnsServer = { address: '', records: new Map(), works: true }
  socket.on('message', (query, from) => socket.send(answerTo(query, server), from.port))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  server.address = `127.0.0.1:${socket.address().port}`
  t.after(() => void socket.close())
  return server
}

/** RFC 1035: a header of 12 bytes, the question, and a record whose name points to it. */
function answerTo(query: Buffer, { records, works }: DnsServer): Buffer {
  const { name, end } = readName(query)
  const text = works ? records.get(name) : undefined
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(
    works ? (text === undefined ? flags.noSuchName : flags.answer) : flags.failure,
    2,
  )
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(text === undefined ? 0 : 1, 6)
  const question = query.subarray(12, end + 4)
  return Buffer.concat([header, question, ...(text === undefined ? [] : [textRecord(text)])])
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

function textRecord(text: string): Buffer {
  const content = Buffer.from(text)
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, content.length + 1])
  return Buffer.concat([head, Buffer.from([content.length]), content])
}
