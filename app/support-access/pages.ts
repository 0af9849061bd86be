export interface SupportAccessPages {
  'Auth/SupportAccess': {
    /** Null when the link belongs to another account than the signed-in one. */
    request: {
      administrator: string
      reason: string
      minutes: number
      expiresAt: string
    } | null
    action: string
  }
}

/** Somebody sees an account as its owner does. */
export interface SupportAccessBanner {
  id: string
  /** The viewer is the owner; otherwise the administrator. */
  isOwner: boolean
  /** The name of the person on the other side. */
  name: string
  endsAt: string
}

/** The state of support access, on the page of an account in the admin area. */
export interface AdminSupportAccess {
  id: string
  isApproved: boolean
  /** When the request, or the access, expires. */
  expiresAt: string
}
