export interface PasskeyRow {
  id: string
  name: string
  /** The provider: "iCloud Keychain", "YubiKey"; null when unknown. */
  kind: string | null
  isSynced: boolean
  /** A security key, which signs in after the password only. */
  isSecondFactorOnly: boolean
  addedAt: string
  lastUsedAt: string | null
}

export type SuspectPasskey = Pick<PasskeyRow, 'id' | 'name' | 'kind' | 'addedAt'>

export interface PasskeyState {
  name: string
  kind: string | null
  addedAt: string
  secondFactorOnly: boolean
}
