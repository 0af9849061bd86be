import type { AccountPermission } from '#app/permissions.ts'

export interface ApiTokensPages {
  'API/Index': {
    tokens: ApiTokenRow[]
    availablePermissions: AccountPermission[]
    defaultPermissions: AccountPermission[]
    maxTokens: number
    /** An absolute URL for the example request; every token with `read` may call it. */
    exampleUrl: string
  }
}

export interface TokenProgram {
  /** Such as "curl 8.11.0"; null when the program gives none. */
  name: string | null
  userAgent: string
  uses: number
  lastUsedAt: string
}

export interface ApiTokenRow {
  id: string
  name: string
  /** The first characters of the token, to recognize it by. */
  hint: string
  permissions: AccountPermission[]
  /** Allowed addresses and ranges; empty means any. */
  networks: string[]
  /** `ending`: expires within a week. */
  state: 'good' | 'ending' | 'ended'
  /** Null means never. */
  expiresAt: string | null
  /** When the secret from before the last rotation expires; null when it has. */
  overlapUntil: string | null
  lastUsedAt: string | null
  lastUsedIp: string | null
  /** Requests so far, up to a minute behind. */
  uses: number
  /** The programs that used the token, the latest first. Old uses are erased. */
  programs: TokenProgram[]
  createdAt: string
}

export interface TokenState {
  name: string
  permissions: string[]
  /** Empty means any network. */
  networks: string[]
  createdAt: string
  /** Null means never. */
  endsAt: string | null
}
