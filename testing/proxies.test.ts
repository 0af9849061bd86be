import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { WebSocket } from 'ws'

import { freePort } from './free-port.ts'
import { withoutProgram } from './required-program.ts'
import { logLines, type ServerProcess, spawnServer } from './spawn-server.ts'
import type { Owner } from './test-database.ts'

/** One of the shipped files, behind which a server runs. */
interface Proxy {
  name: string
  file: string
  /** Names in the shipped file, and by what the test replaces each of them. */
  replacements(site: Site): Record<string, string>
  /** Settings and files that the program needs besides this one. @returns its command line */
  command(file: string, site: Site): string[]
  env?(site: Site): Record<string, string>
}

interface Site {
  folder: string
  plainPort: number
  tlsPort: number
  appPort: number
  secondAppPort: number
}

const deploy = join(import.meta.dirname, '../deploy')

const proxies: Proxy[] = [
  {
    name: 'nginx',
    file: 'nginx.conf',
    replacements: ({ folder, plainPort, tlsPort, appPort }) => ({
      'listen 80;': `listen 127.0.0.1:${plainPort};`,
      'listen 443': `listen 127.0.0.1:${tlsPort}`,
      'id.example.com;': 'localhost;',
      '/etc/letsencrypt/live/id.example.com/fullchain.pem': `${folder}/cert.pem`,
      '/etc/letsencrypt/live/id.example.com/privkey.pem': `${folder}/key.pem`,
      '127.0.0.1:3000': `127.0.0.1:${appPort}`,
    }),
    command(file, { folder }) {
      const main = join(folder, 'main.conf')
      writeFileSync(
        main,
        `daemon off; pid ${folder}/pid; error_log ${folder}/errors; events {}
        http { access_log off; client_body_temp_path ${folder}/bodies; proxy_temp_path ${folder}/answers; include ${file}; }`,
      )
      return ['nginx', '-c', main]
    },
  },
  {
    name: 'haproxy',
    file: 'haproxy.cfg',
    replacements: ({ folder, plainPort, tlsPort, appPort, secondAppPort }) => ({
      'bind :80': `bind 127.0.0.1:${plainPort}`,
      'bind :443': `bind 127.0.0.1:${tlsPort}`,
      '/etc/haproxy/foyer.pem': `${folder}/both.pem`,
      'redirect scheme https': `redirect prefix https://localhost:${tlsPort}`,
      'hdr Host id.example.com': `hdr Host localhost:${tlsPort}`,
      '127.0.0.1:3001': `127.0.0.1:${appPort}`,
      '127.0.0.1:3002': `127.0.0.1:${secondAppPort}`,
    }),
    command: (file) => ['haproxy', '-db', '-f', file],
  },
  {
    name: 'caddy',
    file: 'Caddyfile',
    replacements: ({ tlsPort }) => ({
      'Host {$DOMAIN:id.example.com}': `Host localhost:${tlsPort}`,
    }),
    command(file, { folder, plainPort, tlsPort }) {
      const main = join(folder, 'Caddyfile.main')
      writeFileSync(
        main,
        `{
          http_port ${plainPort}
          https_port ${tlsPort}
          default_bind 127.0.0.1
          local_certs
          skip_install_trust
          admin off
        }
        import ${file}\n`,
      )
      return ['caddy', 'run', '--adapter', 'caddyfile', '--config', main]
    },
    env: ({ folder, appPort, secondAppPort }) => ({
      DOMAIN: 'localhost',
      UPSTREAM: `127.0.0.1:${appPort} 127.0.0.1:${secondAppPort}`,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    }),
  },
]

const ends: (() => void | Promise<void>)[] = []
after(async () => {
  for (const end of ends) await end()
})

const sites = new Map<Proxy, ReturnType<typeof startSite>>()

/** One for all tests of a proxy; the last of them stops one of its servers. */
function siteBehind(proxy: Proxy): ReturnType<typeof startSite> {
  const site = sites.get(proxy) ?? startSite({ after: (end) => ends.unshift(end) }, proxy)
  sites.set(proxy, site)
  return site
}

for (const proxy of proxies) {
  const skip = withoutProgram(proxy.name)
  test(`deploy/${proxy.file} serves pages, sockets and uploads over TLS`, { skip }, async () => {
    const { send, servers, plainPort, tlsPort } = await siteBehind(proxy)

    const page = await send('/login', { headers: { 'x-forwarded-for': '6.6.6.6' } })
    assert.equal(page.status, 200)

    // Only what fails is logged, with the address of the client.
    assert.equal(
      (await send('/nowhere', { headers: { 'x-forwarded-for': '6.6.6.6' } })).status,
      404,
    )
    const logged = await waitFor(() =>
      servers.flatMap(({ output }) => logLines(output())).find((it) => it['status'] === 404),
    )
    assert.equal(logged['ip'], '127.0.0.1', JSON.stringify(logged))

    const foreign = await send('/login', { headers: { host: 'evil.example' } })
    assert.ok(foreign.status === 421 || foreign.text === '', `status ${foreign.status}`)

    const plain = `http://localhost:${plainPort}`
    const moved = await fetch(`${plain}/login?x=1`, { redirect: 'manual' })
    assert.equal(moved.status, 308)
    assert.match(
      moved.headers.get('location') ?? '',
      new RegExp(`^https://localhost(:${tlsPort})?/login\\?x=1$`),
    )
    assert.equal((await fetch(`${plain}/api/user`, { redirect: 'manual' })).status, 403)

    // Nothing that contains a secret may be compressed by the proxy.
    const json = await send('/api/openapi.json', { headers: { 'accept-encoding': 'gzip, br' } })
    assert.equal(json.status, 200)
    assert.equal(json.headers['content-encoding'], undefined)

    const tooLarge = await send('/user/profile-photo', {
      method: 'POST',
      body: Buffer.alloc(8 * 1024 * 1024),
    })
    const small = await send('/user/profile-photo', { method: 'POST', body: Buffer.alloc(10) })
    assert.equal(tooLarge.status, small.status)

    const socket = new WebSocket(`wss://localhost:${tlsPort}/app/foyer?protocol=7`, {
      rejectUnauthorized: false,
      headers: { origin: `https://localhost:${tlsPort}` },
    })
    const [greeting] = await once(socket, 'message')
    assert.match(String(greeting), /connection_established/)
    socket.close()
  })
}

for (const proxy of proxies.filter(({ name }) => name !== 'nginx')) {
  const skip = withoutProgram(proxy.name)
  test(
    `deploy/${proxy.file} loses no request when one of two servers shuts down`,
    { skip },
    async () => {
      const { send, servers } = await siteBehind(proxy)
      const statuses: number[] = []
      const end = new AbortController()
      const visits = (async () => {
        while (!end.signal.aborted) statuses.push((await send('/login')).status)
      })()

      await sleep(1000)
      servers[0]?.child.kill('SIGTERM')
      await servers[0]?.waitForExit()
      await sleep(1500)
      end.abort()
      await visits

      assert.ok(statuses.length > 5)
      assert.deepEqual(
        statuses.filter((status) => status !== 200),
        [],
      )
    },
  )
}

async function startSite(t: Owner, proxy: Proxy) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-proxy-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  // nginx writes uploads as another user.
  chmodSync(folder, 0o755)
  const [appPort, secondAppPort] = [await freePort(), await freePort()]
  const [plainPort, tlsPort] = [await freePort(), await freePort()]
  const site: Site = { folder, plainPort, tlsPort, appPort, secondAppPort }
  const servers: ServerProcess[] = []
  const storage = mkdtempSync(join(tmpdir(), 'foyer-storage-'))
  t.after(() => rmSync(storage, { recursive: true, force: true }))
  for (const port of [appPort, secondAppPort])
    servers.push(
      await spawnServer(
        t,
        {
          PORT: String(port),
          STORAGE_DIR: storage,
          APP_URL: `https://localhost:${tlsPort}`,
          APP_ENV: 'staging',
          TRUST_PROXY: 'loopback',
          CHANNELS_KEY: 'foyer',
          REGISTRATION: 'open',
        },
        { listening: /https:\/\/localhost:\d+/ },
      ),
    )
  createCertificate(folder)

  let text = readFileSync(join(deploy, proxy.file), 'utf8')
  for (const [name, value] of Object.entries(proxy.replacements(site))) {
    assert.ok(text.includes(name), `deploy/${proxy.file} no longer contains ${name}`)
    text = text.replaceAll(name, value)
  }
  const file = join(folder, proxy.file)
  writeFileSync(file, text)
  const [program = '', ...args] = proxy.command(file, site)
  const child = spawn(program, args, { env: { ...process.env, ...proxy.env?.(site) } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const exit = once(child, 'exit')
  t.after(async () => {
    child.kill()
    await exit
  })
  const send = (path: string, options: SendOptions = {}) => sendOverTls(tlsPort, path, options)
  await waitFor(async () => {
    assert.equal(child.exitCode, null, output)
    return (await send('/ready').catch(() => null))?.status === 200
  })
  return { ...site, servers, send }
}

interface ProxyAnswer {
  status: number
  headers: Record<string, unknown>
  text: string
}

interface SendOptions {
  method?: string
  headers?: Record<string, string>
  body?: Buffer
}

function sendOverTls(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: SendOptions,
) {
  return new Promise<ProxyAnswer>((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      servername: 'localhost',
      rejectUnauthorized: false,
      agent: false,
      path,
      method,
      headers: {
        host: `localhost:${port}`,
        ...(body && { 'content-length': body.length }),
        ...headers,
      },
    }
    request(options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      })
    })
      .on('error', reject)
      .end(body)
  })
}

function createCertificate(folder: string): void {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
  ]
  execFileSync('openssl', ['req', ...kind, '-keyout', key, '-out', cert, ...subject], {
    stdio: 'ignore',
  })
  writeFileSync(join(folder, 'both.pem'), readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'))
}

async function waitFor<T>(read: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (let tries = 0; tries < 100; tries++) {
    const value = await read()
    if (value) return value
    await sleep(100)
  }
  throw new Error('It did not happen within ten seconds.')
}
