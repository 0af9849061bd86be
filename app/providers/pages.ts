/** A button that leads to a provider. */
export interface ProviderLink {
  label: string
  href: string
  /** This browser signed in with it last. */
  isLast: boolean
}

/** The provider of an address, by its domain. */
export interface ProviderOfDomain {
  label: string
  href: string
  /** Accounts of the domain sign in with it only. */
  isRequired: boolean
}

export interface LinkedAccountRow {
  /** The label of the provider. */
  label: string
  /** Links it; null for a provider that is no longer offered. */
  href: string | null
  /** Null while it is not linked. */
  linked: { id: string; email: string | null; addedAt: string; lastUsedAt: string | null } | null
}

export interface SuspectLinkedAccount {
  id: string
  /** The label of the provider. */
  label: string
  email: string | null
  addedAt: string
}

export interface LinkedAccountState {
  /** The name of the provider. */
  name: string
  email: string | null
  addedAt: string
}
