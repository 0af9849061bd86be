import type { z } from 'zod'

import type { AccountState } from '#app/account-events.ts'
import type { EventRow } from '#app/time-travel/pages.ts'

import type { AccountStateSchema, EventSchema } from './history-schemas.ts'

export function serializeState(state: AccountState): z.output<typeof AccountStateSchema> {
  return {
    password_since: state.passwordSince,
    two_factor_since: state.twoFactorSince,
    authenticator_app_since: state.authenticatorAppSince,
    preferred_second_factor: state.preferredFactor,
    recovery_codes: state.recoveryCodes,
    passkeys: listWithIds(state.passkeys, ({ name, addedAt, secondFactorOnly }) => ({
      name,
      added_at: addedAt,
      second_factor_only: secondFactorOnly,
    })),
    linked_accounts: listWithIds(state.linkedAccounts, ({ name, email, addedAt }) => ({
      name,
      email,
      added_at: addedAt,
    })),
    trusted_devices: listWithIds(
      state.trustedDevices,
      ({ browser: name, platform: system, trustedAt, endsAt }) => ({
        browser: name,
        platform: system,
        trusted_at: trustedAt,
        ends_at: endsAt,
      }),
    ),
    email_addresses: listWithIds(state.emailAddresses, ({ email, isRecoveryOnly, addedAt }) => ({
      email,
      recovery_only: isRecoveryOnly,
      added_at: addedAt,
    })),
    teams: listWithIds(state.teams, ({ joinedAt, ...team }) => ({ ...team, joined_at: joinedAt })),
    sessions: listWithIds(state.sessions, ({ method, remembered, startedAt }) => ({
      method,
      remembered,
      signed_in_at: startedAt,
    })),
    tokens: listWithIds(state.tokens, ({ createdAt, endsAt, ...token }) => ({
      ...token,
      created_at: createdAt,
      expires_at: endsAt,
    })),
    terms_version: state.termsVersion,
    policy_version: state.policyVersion,
  }
}

export function serializeEvent(row: EventRow): z.output<typeof EventSchema> {
  const { seq, at, type, kind, data, session, device } = row
  const { browser = null, platform = null, ip = null } = device ?? {}
  return { seq, at, type, kind, data, session, browser, platform, ip }
}

function listWithIds<Item, Serialized>(
  rows: Record<string, Item>,
  serialize: (key: Item) => Serialized,
) {
  return Object.entries(rows).map(([key, item]) => ({ id: key, ...serialize(item) }))
}
