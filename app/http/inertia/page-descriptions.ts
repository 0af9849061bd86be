import { msg, type Message } from '@foyer/i18n'

import type { Pages } from '#app/pages.ts'

/** Search engines show them below the title of a public page. */
const descriptions = new Map<string, Message>(
  Object.entries({
    Welcome: msg(
      "One place for your account: how you sign in, where you're signed in, and everything that changed.",
    ),
    'Auth/Login': msg('Sign in to your account with your password or a passkey.'),
    'Auth/Register': msg('Create an account with your name, your email address and a password.'),
    'Auth/ForgotPassword': msg('Forgot your password? Get a link by email to choose a new one.'),
    TermsOfService: msg('The terms that apply when you use this site.'),
    PrivacyPolicy: msg('What we store about you, why we store it, and for how long.'),
  } satisfies Partial<Record<keyof Pages, Message>>),
)

/** @returns null for pages that no search engine sees */
export function pageDescription(component: string): Message | null {
  return descriptions.get(component) ?? null
}
