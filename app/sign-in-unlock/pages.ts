export interface SignInUnlockPages {
  /** The link that is mailed while strangers guess the password. */
  'Auth/UnlockSignIn': { email: string; action: string }
}
