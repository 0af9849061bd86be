import type { Feature } from '#app/platform/feature.ts'

import { unrevokedApiTokens, revokeAllApiTokens } from './api-tokens.ts'
import { tokenCreatedNotice, tokenRotatedNotice } from './notices.mail.ts'
import { pruneApiTokens } from './prune-tokens.ts'
import { baselineTokens } from './token-baseline.ts'
import { tokenExpiryJob } from './token-expiry.job.ts'
import { tokenExpiryMail } from './token-expiry.mail.ts'
import { tokenHistory, tokenTakeover } from './token-history.ts'
import { eraseTokenClients } from './token-programs.ts'
import { tokenSecurityIssues } from './token-security-issues.ts'

const expiringToken = {
  name: 'Backup',
  expiresAt: Date.UTC(2026, 4, 3, 9, 41),
  last_used_at: null,
  timezone: null,
}

export const apiTokensFeature: Feature = {
  ownedTables: {
    api_tokens: {
      file: 'api-tokens.json',
      description: 'API tokens you created for programs, and when and how often they were used.',
      ownerColumn: 'user_id',
      orderColumn: 'id',
      columns: [
        'id',
        'name',
        'hint',
        'permissions',
        'networks',
        'issued_at',
        'expires_at',
        'warned_at',
        'last_used_at',
        'last_used_ip',
        'uses',
        'previous_ends_at',
        'revoked_at',
        'created_at',
      ],
      excludedColumns: { token_hash: 'a secret', previous_hash: 'a secret' },
    },
    api_token_programs: {
      file: 'api-token-programs.json',
      description: 'The programs that used your API tokens, and how often.',
      ownerColumn: 'user_id',
      orderColumn: 'id',
      columns: ['token_id', 'user_agent', 'uses', 'first_used_at', 'last_used_at'],
      excludedColumns: { id: 'a number of ours' },
    },
  },
  prune: pruneApiTokens,
  eraseClientData: eraseTokenClients,
  baseline: baselineTokens,
  access: { rows: unrevokedApiTokens, revokeAll: revokeAllApiTokens },
  history: tokenHistory,
  takeover: tokenTakeover,
  securityIssues: tokenSecurityIssues,
  jobs: (services) => ({ 'token-expiry': { run: tokenExpiryJob(services) } }),
  mailPreviews: {
    tokenCreatedNotice: tokenCreatedNotice('Backup'),
    tokenRotatedNotice: tokenRotatedNotice('Backup'),
    tokenExpiryMail: (mailWriter) => tokenExpiryMail(mailWriter, expiringToken),
  },
}
