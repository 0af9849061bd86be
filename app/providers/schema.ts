export interface ProvidersSchema {
  linked_accounts: LinkedAccountsTable
  provider_states: ProviderStatesTable
}

/** Accounts at providers that open this account. */
export interface LinkedAccountsTable {
  /** Public: appears in lists and URLs. */
  id: string
  user_id: string
  /** Its id in the settings. */
  provider: string
  /** The `iss` and `sub` of its ID tokens: together they name one account there for good. */
  issuer: string
  subject: string
  /** The address there when it was linked; null when the provider gave none. */
  email: string | null
  created_at: number
  last_used_at: number | null
  /** The newest refresh token, for `PROVIDER_<NAME>_DAILY_CHECK`; encrypted. */
  refresh_token_sealed: string | null
  /** Null without a token. */
  next_check_at: number | null
}

/** Finished sign-ins with a provider, and used logout tokens. Open sign-ins are in a cookie, see app/providers/provider-attempt.ts. */
export interface ProviderStatesTable {
  state_hash: string
  expires_at: number
}
