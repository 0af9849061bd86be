/** The three applications: how each is started, signed in to, and visited. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import { parsePageObject } from '#bench/visits/capture-response.ts'
import { npmStartOptions } from '#bench/visits/npm-start-options.ts'
import { Visitor } from '#bench/visits/visitor.ts'
import { freePort } from '#testing/free-port.ts'

import type { CookieClient } from './cookie-client.ts'
import { installFramework, prepareData } from './install-framework.ts'
import { type Launch, launch } from './launch.ts'

export interface Application {
  title: string
  /** The default password hash. */
  hash: string
  launch: Launch
  profilePath: string
  /** Fetches what the form needs, so that the sign-in alone can be measured. */
  openLogin(client: CookieClient): Promise<void>
  /** @param index  counts the sign-ins */
  signIn(client: CookieClient, index: number): Promise<void>
  /** The request of the published client when it follows a link, given the document of the page. */
  visit(document: string): { path: string; headers: Record<string, string> }
}

const account = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'a row of quiet engines',
}
const accountEnv = {
  ACCOUNT_NAME: account.name,
  ACCOUNT_EMAIL: account.email,
  ACCOUNT_PASSWORD: account.password,
}
const { email, password } = account
const formType = 'application/x-www-form-urlencoded'

/** @param storage  an empty folder */
export async function foyer(storage: string): Promise<Application> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const root = join(import.meta.dirname, '../..')
  const env = {
    STORAGE_DIR: storage,
    PORT: String(port),
    APP_URL: origin,
    // The sign-ins that are measured come from many addresses, and from devices that the account was never used on.
    TRUST_PROXY: '127.0.0.1,::1',
    NEW_DEVICE_CODE: '0',
  }
  const file = join(root, 'scripts/start.js')
  const options = await npmStartOptions()
  const server = { file, cwd: root, env, options, port, path: '/login' }
  const process = await launch(server)
  await new Visitor(origin).registerAccount(storage)
  await process.stop()
  return {
    title: 'Foyer',
    hash: 'argon2id, 19 MiB, 2 passes',
    launch: server,
    profilePath: '/user/profile',
    async openLogin(client) {
      await client.get('/login')
    },
    async signIn(client, index) {
      await client.signIn('/login', new URLSearchParams({ email, password }), {
        'content-type': formType,
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': `198.51.${Math.floor(index / 250)}.${index % 250}`,
        origin,
      })
    },
    visit(document) {
      const { onceProps = {} } = parsePageObject(document)
      const headers = { 'x-inertia-except-once-props': Object.keys(onceProps).join(',') }
      return { path: '/user/profile', headers: { ...inertiaHeaders(document), ...headers } }
    },
  }
}

/** @param sessions  where they are stored; the cookie is the default of AdonisJS, and cannot be revoked */
export async function adonis(
  storage: string,
  sessions: 'cookie' | 'database',
): Promise<Application> {
  const folder = await installFramework('adonis')
  const port = await freePort()
  const env = {
    PORT: String(port),
    HOST: 'localhost',
    LOG_LEVEL: 'info',
    APP_KEY: 'a key of thirty-two characters, or more',
    DATABASE_PATH: join(storage, `adonis-${sessions}.sqlite`),
    SESSION_DRIVER: sessions,
  }
  await mkdir(storage, { recursive: true })
  await prepareData(folder, { ...env, ...accountEnv })
  return {
    title: `AdonisJS, sessions in ${sessions === 'cookie' ? 'cookies' : 'the database'}`,
    hash: 'scrypt, N 16384, r 8',
    launch: {
      file: join(folder, 'bin/server.js'),
      cwd: folder,
      env,
      // AdonisJS causes warnings of Node 26.
      options: ['--no-warnings'],
      port,
      path: '/login',
    },
    profilePath: '/profile',
    async openLogin(client) {
      await client.get('/login')
    },
    async signIn(client) {
      await client.signIn('/login', new URLSearchParams({ email, password }), {
        'content-type': formType,
        'x-xsrf-token': client.cookie('XSRF-TOKEN'),
      })
    },
    visit: (document) => ({ path: '/profile', headers: inertiaHeaders(document) }),
  }
}

export async function next(storage: string): Promise<Application> {
  const folder = await installFramework('next')
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env = {
    NEXT_TELEMETRY_DISABLED: '1',
    DATABASE_PATH: join(storage, 'next.sqlite'),
    BETTER_AUTH_URL: origin,
    BETTER_AUTH_SECRET: 'a secret of thirty-two characters, or more',
  }
  await prepareData(folder, { ...env, ...accountEnv })
  const file = join(folder, 'node_modules/next/dist/bin/next')
  const args = ['start', '--port', String(port), '--hostname', 'localhost']
  return {
    title: 'Next with Better Auth',
    hash: 'scrypt, N 16384, r 16',
    launch: { file, args, cwd: folder, env, port, path: '/login' },
    profilePath: '/profile',
    // Better Auth needs no token from the page.
    openLogin: async () => {},
    async signIn(client) {
      const headers = { 'content-type': 'application/json', origin }
      await client.signIn('/api/auth/sign-in/email', JSON.stringify({ email, password }), headers)
    },
    visit: () => ({ path: '/profile?_rsc', headers: { rsc: '1' } }),
  }
}

function inertiaHeaders(document: string): Record<string, string> {
  return {
    accept: 'text/html, application/xhtml+xml',
    'x-requested-with': 'XMLHttpRequest',
    'x-inertia': 'true',
    'x-inertia-version': parsePageObject(document).version,
  }
}
