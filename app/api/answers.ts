import type { AccountState, ApiTokenRow } from '#app/pages.ts'
import type { Bearer } from '#app/platform/bearer.ts'
import { device } from '#app/platform/device.ts'
import { moment } from '#app/platform/moment.ts'

import type { liveSessions } from './live-sessions.ts'
import type { Session, Token, User } from './shapes.ts'

type SessionRow = Awaited<ReturnType<typeof liveSessions>>[number]

type Person = Pick<
  Bearer,
  'user_id' | 'name' | 'email' | 'email_verified_at' | 'locale' | 'timezone' | 'created_at'
>

export function userOf(row: Person): User {
  const { user_id: id, name, email, email_verified_at, locale, timezone, created_at } = row
  return {
    id,
    name,
    email,
    email_verified_at: moment(email_verified_at),
    locale,
    timezone,
    created_at: moment(created_at),
  }
}

/** The same as it was. */
export function userThen({ id, created_at }: User, state: AccountState): User {
  const { name, email, emailVerifiedAt, locale, timezone } = state
  return { id, name, email, email_verified_at: emailVerifiedAt, locale, timezone, created_at }
}

export function sessionOf({ id, remembered, ip, user_agent, ...times }: SessionRow): Session {
  const { browser, platform } = device(user_agent)
  return {
    id,
    browser,
    platform,
    ip,
    remembered: remembered === 1,
    signed_in_at: moment(times.created_at),
    last_active_at: moment(times.last_active_at),
  }
}

/** @param here  the token that asks */
export function tokenOf(row: ApiTokenRow, here: string): Token {
  const { id, name, hint, permissions, networks } = row
  return {
    id,
    name,
    hint,
    permissions,
    networks,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    previous_until: row.overlapUntil,
    last_used_at: row.lastUsedAt,
    last_used_ip: row.lastUsedIp,
    is_this: id === here,
  }
}

/** @param found  one more than the page holds, when there is more */
export function pageOf<Row extends { id: string }, Shown>(
  found: Row[],
  limit: number,
  show: (row: Row) => Shown,
): { data: Shown[]; next_cursor: string | null } {
  const shown = found.slice(0, limit)
  const next_cursor = found.length > limit ? (shown.at(-1)?.id ?? null) : null
  return { data: shown.map(show), next_cursor }
}
