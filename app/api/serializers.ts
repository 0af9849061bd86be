import type { AccountState } from '#app/account-events.ts'
import type { ActiveApiToken } from '#app/api-tokens/api-tokens.ts'
import type { ApiTokenRow } from '#app/api-tokens/pages.ts'
import type { Attribute } from '#app/attributes.ts'
import { attributesAt, type AttributeValues } from '#app/custom-attributes/custom-attributes.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { pickProfile } from '#app/platform/lib/pick-profile.ts'
import { parseUserAgent } from '#app/platform/lib/user-agent.ts'
import type { ProfileField } from '#app/profile-fields.ts'

import type { Session, Token, User } from './schemas.ts'
import type { listSessions } from './sessions.ts'

type SessionRow = Awaited<ReturnType<typeof listSessions>>[number]

type UserRow = Pick<
  ActiveApiToken,
  'user_id' | ProfileField | 'email' | 'email_verified_at' | 'created_at'
>

/** @param attributes  empty without declared ones */
export function serializeUser(row: UserRow, attributes: AttributeValues): User {
  const { user_id: id, email, email_verified_at, created_at } = row
  const { name, ...profile } = pickProfile(row)
  return {
    id,
    name,
    email,
    email_verified_at: toIso(email_verified_at),
    ...profile,
    ...attributesField(attributes),
    created_at: toIso(created_at),
  }
}

export function serializeUserAt(
  { id, created_at }: User,
  state: AccountState,
  list: readonly Attribute[],
): User {
  const { email, emailVerifiedAt } = state
  const { name, ...profile } = pickProfile(state)
  return {
    id,
    name,
    email,
    email_verified_at: emailVerifiedAt,
    ...profile,
    ...attributesField(attributesAt(list, state)),
    created_at,
  }
}

function attributesField(attributes: AttributeValues): Pick<User, 'attributes'> {
  return Object.keys(attributes).length > 0 ? { attributes } : {}
}

export function serializeSession({
  id,
  remembered,
  ip,
  user_agent,
  ...times
}: SessionRow): Session {
  const { browser, platform } = parseUserAgent(user_agent)
  return {
    id,
    browser,
    platform,
    ip,
    remembered: remembered === 1,
    signed_in_at: toIso(times.created_at),
    last_active_at: toIso(times.last_active_at),
  }
}

/** @param currentTokenId  the token that authenticates this request */
export function serializeToken(row: ApiTokenRow, currentTokenId: string): Token {
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
    uses: row.uses,
    programs: row.programs.map(({ userAgent, uses, lastUsedAt }) => ({
      user_agent: userAgent,
      uses,
      last_used_at: lastUsedAt,
    })),
    is_this: id === currentTokenId,
  }
}
