import type { User } from '#app/pages.ts'

export interface AccountSwitcherPages {
  /** The accounts of this browser. */
  'Auth/Accounts': {
    accounts: OtherAccount[]
    /** The browser came here from a page of another account, whose form was not saved. */
    wasSwitched: boolean
  }
}

/** An account that this browser is signed in to beside the one in use. */
export interface OtherAccount {
  /** The id that forms send to switch to it or remove it. */
  id: string
  /** Null when its session has ended. */
  user: Pick<User, 'name' | 'email' | 'profile_photo_url'> | null
}
