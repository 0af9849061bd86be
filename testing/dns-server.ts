import { createSocket } from 'node:dgram'
import { once } from 'node:events'

import type { Owner } from './test-database.ts'

interface DnsServer {
  address: string
  /** TXT records by name. A name without a record does not exist. */
  records: Map<string, string>
  /** A records by name. */
  addresses: Map<string, string>
  /** While false it answers with a failure, as a broken server does. */
  works: boolean
  /** Gets every question and answers none. */
  isSilent: boolean
  questions: number
}

const flags = { answer: 0x8180, noSuchName: 0x8183, failure: 0x8182 }

/** A name server on this machine that knows TXT and A records. */
export async function startDnsServer(t: Owner): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const server: DnsServer = {
    address: '',
    records: new Map(),
    addresses: new Map(),
    works: true,
    isSilent: false,
    questions: 0,
  }
  socket.on('message', (query, from) => {
    server.questions++
    if (!server.isSilent) socket.send(answerTo(query, server), from.port)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  server.address = `127.0.0.1:${socket.address().port}`
  t.after(() => void socket.close())
  return server
}

const types = { a: 1, txt: 16 }

/** RFC 1035: a header of 12 bytes, the question, and a record whose name points to it. */
function answerTo(query: Buffer, server: DnsServer): Buffer {
  const { name, end } = readName(query)
  const record = server.works ? recordOf(server, name, query.readUInt16BE(end)) : undefined
  const exists = server.records.has(name) || server.addresses.has(name)
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(server.works ? (exists ? flags.answer : flags.noSuchName) : flags.failure, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(record ? 1 : 0, 6)
  const question = query.subarray(12, end + 4)
  return Buffer.concat([header, question, ...(record ? [record] : [])])
}

function recordOf(server: DnsServer, name: string, type: number): Buffer | undefined {
  const text = server.records.get(name)
  const address = server.addresses.get(name)
  if (type === types.txt && text !== undefined)
    return resourceRecord(type, Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]))
  if (type === types.a && address !== undefined)
    return resourceRecord(type, Buffer.from(address.split('.').map(Number)))
  return undefined
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

function resourceRecord(type: number, content: Buffer): Buffer {
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, content.length])
  return Buffer.concat([head, content])
}
