import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect as dial, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { TLSSocket } from 'node:tls'

/**
 * A PostgreSQL that is reached by TLS only, in front of the one at this address, with a certificate of an authority of its own.
 *
 * @returns the address by which it is reached and its authority believed
 */
export async function encryptedPostgres(t: TestContext, url: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const wanted = '-x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost'.split(' ')
  const alsoKnownAs = ['-addext', 'subjectAltName=DNS:localhost']
  const made = ['req', ...wanted, ...alsoKnownAs, '-keyout', key, '-out', cert]
  execFileSync('openssl', made, { stdio: 'ignore' })
  const secure = { isServer: true, key: readFileSync(key), cert: readFileSync(cert) }
  const { hostname, port } = new URL(url)

  const sockets = new Set<Socket>()
  const front = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    // Whoever does not ask for it is never answered.
    socket.once('data', (asked) => {
      if (asked.length !== 8) return socket.destroy()
      socket.write('S')
      const inside = new TLSSocket(socket, secure)
      const behind = dial(Number(port) || 5432, hostname)
      for (const one of [inside, behind]) sockets.add(one.on('error', () => {}))
      inside.pipe(behind).pipe(inside)
    })
  })
  await new Promise<void>((resolve) => front.listen(0, 'localhost', resolve))
  t.after(() => {
    front.close()
    sockets.forEach((socket) => socket.destroy())
    rmSync(folder, { recursive: true })
  })

  const reached = new URL(url)
  reached.hostname = 'localhost'
  reached.port = String((front.address() as AddressInfo).port)
  reached.searchParams.set('sslmode', 'verify-full')
  reached.searchParams.set('sslrootcert', cert)
  return reached.href.replaceAll('+', '%20')
}
