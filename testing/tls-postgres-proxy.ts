import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect as dial, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { TLSSocket } from 'node:tls'

/**
 * Starts a TLS-only proxy in front of a PostgreSQL server, with a self-signed certificate.
 *
 * @returns a database URL that connects through the proxy and trusts the certificate
 */
export async function startTlsPostgresProxy(t: TestContext, url: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const certificateArgs = '-x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost'.split(' ')
  const subjectAltNameArgs = ['-addext', 'subjectAltName=DNS:localhost']
  const opensslArgs = [
    'req',
    ...certificateArgs,
    ...subjectAltNameArgs,
    '-keyout',
    key,
    '-out',
    cert,
  ]
  execFileSync('openssl', opensslArgs, { stdio: 'ignore' })
  const tlsOptions = { isServer: true, key: readFileSync(key), cert: readFileSync(cert) }
  const { hostname, port } = new URL(url)

  const sockets = new Set<Socket>()
  const proxy = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    // Connections that do not start with an SSLRequest are closed.
    socket.once('data', (firstPacket) => {
      if (firstPacket.length !== 8) return socket.destroy()
      socket.write('S')
      const tlsSocket = new TLSSocket(socket, tlsOptions)
      const upstream = dial(Number(port) || 5432, hostname)
      for (const each of [tlsSocket, upstream]) sockets.add(each.on('error', () => {}))
      tlsSocket.pipe(upstream).pipe(tlsSocket)
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, 'localhost', resolve))
  t.after(() => {
    proxy.close()
    sockets.forEach((socket) => socket.destroy())
    rmSync(folder, { recursive: true })
  })

  const proxyUrl = new URL(url)
  proxyUrl.hostname = 'localhost'
  proxyUrl.port = String((proxy.address() as AddressInfo).port)
  proxyUrl.searchParams.set('sslmode', 'verify-full')
  proxyUrl.searchParams.set('sslrootcert', cert)
  return proxyUrl.href.replaceAll('+', '%20')
}
