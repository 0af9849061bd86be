import type { Feature } from '#app/platform/feature.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { deleteExpired } from '#app/platform/maintenance/delete-expired.ts'

import {
  checkJobKind,
  enqueueProviderChecks,
  providerCheckJob,
} from './check-linked-accounts.job.ts'
import { linkedAccountHistory, linkedAccountTakeover } from './linked-account-history.ts'
import {
  accountCreatedNotice,
  accountLinkedNotice,
  accountUnlinkedNotice,
  tokensRevokedNotice,
} from './notices.mail.ts'
import { refreshTokenPurpose } from './refresh-tokens.ts'

export const providersFeature: Feature = {
  ownedTables: {
    linked_accounts: {
      file: 'linked-accounts.json',
      description: 'Accounts at other providers that you can sign in with.',
      ownerColumn: 'user_id',
      orderColumn: 'id',
      columns: ['id', 'provider', 'issuer', 'subject', 'email', 'created_at', 'last_used_at'],
      excludedColumns: {
        refresh_token_sealed: 'a secret',
        next_check_at: 'when the provider is asked next whether the account there is still open',
      },
    },
  },

  encryptedColumns: [
    {
      table: 'linked_accounts',
      column: 'refresh_token_sealed',
      purpose: refreshTokenPurpose,
      idColumn: 'id',
    },
  ],

  everyTenMinutes: enqueueProviderChecks,
  jobs: (services) => ({ [checkJobKind]: { run: providerCheckJob(services), runner: 'external' } }),

  async prune(db, now) {
    await deleteExpired(db, 'provider_states', {
      key: 'state_hash',
      due: 'expires_at',
      through: now,
    })
  },

  async baseline(tx, userId) {
    const rows = await tx
      .selectFrom('linked_accounts')
      .select(['id', 'provider', 'email', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
    return {
      linkedAccounts: Object.fromEntries(
        rows.map(({ id, provider, email, created_at }) => [
          id,
          { name: provider, email, addedAt: toIso(created_at) },
        ]),
      ),
    }
  },

  history: linkedAccountHistory,
  takeover: linkedAccountTakeover,
  mailPreviews: {
    accountLinkedNotice: accountLinkedNotice('Google', 'ada@example.com'),
    accountUnlinkedNotice: accountUnlinkedNotice('Google'),
    accountCreatedNotice: accountCreatedNotice('Google'),
    tokensRevokedNotice: tokensRevokedNotice('Google'),
  },
}
