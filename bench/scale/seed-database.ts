/** Fills a migrated database with made-up accounts, two sessions, a device, an event and a team each, by SQL. */
import { DatabaseSync } from 'node:sqlite'

import { Client } from 'pg'

import { documentVersions, readLegal } from '#app/legal/legal.ts'
import { hashSecret, secretLength } from '#app/platform/crypto/secret-tokens.ts'

import { teamStatements } from './seed-teams.ts'

const sessionsPerAccount = 2
/** A prime, so that each account gets as many sessions. */
const sessionSpread = 7919
const day = 86_400_000

/** The cookie of the session with this number, counted from 1. */
export function sessionSecret(number: number): string {
  return String(number).padStart(secretLength, 's')
}

/** The number of the account that a session belongs to: spread over all, as people return in no order. */
export function ownerOfSession(number: number, accounts: number): number {
  return ((number * sessionSpread) % accounts) + 1
}

/** Odd sessions were last used hours ago, so that a visit stores the new time; even ones just now. */
export async function seedDatabase(url: string, accounts: number): Promise<void> {
  const { terms, policy } = documentVersions(await readLegal())
  const statements = seedStatements({ accounts, terms, policy, now: Date.now() })
  const path = /^sqlite:(.+)$/.exec(url)?.[1]
  if (path) seedSqlite(path, statements)
  else await seedPostgres(url, statements)
}

function seedSqlite(path: string, statements: string[]): void {
  const db = new DatabaseSync(path)
  db.exec('pragma synchronous = off; pragma cache_size = -1500000; pragma temp_store = memory')
  db.function('uuid', { deterministic: true }, (time, number) => uuid(Number(time), Number(number)))
  db.function('secret_hash', { deterministic: true }, (number) =>
    hashSecret(sessionSecret(Number(number))),
  )
  for (const statement of statements) db.exec(statement)
  db.exec('pragma wal_checkpoint(truncate); analyze')
  db.close()
}

async function seedPostgres(url: string, statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(postgresFunctions)
  for (const statement of statements) await client.query(statement)
  await client.query('vacuum analyze')
  await client.end()
}

function uuid(time: number, number: number): string {
  const hex = time.toString(16).padStart(12, '0')
  const tail = number.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${tail}`
}

const postgresFunctions = `
  create or replace function uuid(at bigint, n bigint) returns text language sql immutable as $$
    select substr(h, 1, 8) || '-' || substr(h, 9) || '-7000-8000-' || lpad(to_hex(n), 12, '0')
    from (select lpad(to_hex(at), 12, '0') as h) as hex $$;
  create or replace function secret_hash(n bigint) returns text language sql immutable as $$
    select encode(sha256(convert_to(lpad(n::text, ${secretLength}, 's'), 'UTF8')), 'hex') $$;`

interface Size {
  accounts: number
  terms: string
  policy: string
  now: number
}

function seedStatements({ accounts, terms, policy, now }: Size): string[] {
  // Younger than HISTORY_RETENTION_DAYS.
  const firstAccount = now - 170 * day
  const accountMs = Math.floor((150 * day) / accounts)
  const firstSession = now - 20 * day
  const sessions = accounts * sessionsPerAccount
  const sessionMs = Math.floor((19 * day) / sessions)
  const series = (count: number) =>
    `with recursive n(i) as (select cast(1 as bigint) union all select i + 1 from n where i < ${count})`
  const account = `uuid(${firstAccount} + i * ${accountMs}, i)`
  const owner = `(i * ${sessionSpread}) % ${accounts} + 1`
  const hash = 'h'.repeat(43)
  return [
    `insert into users (id, name, email, email_key, email_verified_at, password_hash, locale, terms_version,
       policy_version, event_count, refused_count, created_at, record_head, recorded_at, record_signature)
     ${series(accounts)}
     select ${account}, 'Person ' || i, substr(secret_hash(i), 1, 12) || '@example.com',
       substr(secret_hash(i), 1, 12) || '@example.com', ${firstAccount}, '${'p'.repeat(180)}', null, '${terms}',
       '${policy}', 1, 0, ${firstAccount} + i * ${accountMs}, '${hash}', ${firstAccount} + i * ${accountMs}, 'key.${hash}'
     from n`,
    `insert into sessions (id, user_id, token_hash, method, remembered, ip, user_agent, country, created_at,
       last_active_at, expires_at, ends_at, confirmed_at)
     ${series(sessions)}
     select uuid(${firstSession} + i * ${sessionMs}, i), uuid(${firstAccount} + (${owner}) * ${accountMs}, ${owner}),
       secret_hash(i), 'password', 1, '192.0.2.1', '${userAgent}', null, ${firstSession} + i * ${sessionMs},
       case when i % 2 = 0 then ${now + 3_600_000} else ${now - 3_600_000} - i % 1000000 end,
       ${now + 10 * day} + i % 100000000, ${now + 60 * day} + i % 100000000, null
     from n`,
    `insert into events (user_id, seq, type, data, at, session_id, ip, user_agent, origin_salt,
       origin_commitment, content_digest, hash, signature)
     ${series(accounts)}
     select ${account}, 1, 'account.created', '${eventData}', ${firstAccount} + i * ${accountMs}, null,
       '192.0.2.1', '${userAgent}', '${'s'.repeat(22)}', '${hash}', '${hash}', '${hash}', 'key.${hash}'
     from n`,
    `insert into known_devices (user_id, device_hash, label, network, last_seen_at)
     ${series(accounts)}
     select ${account}, secret_hash(i), 'Chrome on Linux', '192.0.2', ${firstAccount} + i * ${accountMs} from n`,
    ...teamStatements(now - day),
  ]
}

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

const eventData =
  '{"name":"Person","email":"person@example.com","locale":null,"timezone":null,"hasPassword":true,"isImported":false,"isInvited":false}'
