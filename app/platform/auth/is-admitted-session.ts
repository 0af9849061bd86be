import type { ExpressionBuilder } from 'kysely'

import type { Schema } from '#app/platform/db/schema.ts'

import { secondFactorExists } from './has-second-factor.ts'

type Sessions = ExpressionBuilder<Schema, 'sessions' | 'users'>

export interface Admission {
  requireTwoFactor: boolean
  /** The current versions of the legal documents. */
  versions: { terms: string; policy: string }
}

/** A condition on sessions, joined with their accounts, as `isAdmitted` of one session with a verified address: the member pages are open to it. */
export const isAdmittedSession =
  ({ requireTwoFactor, versions }: Admission) =>
  (eb: Sessions) =>
    eb.and([
      eb('email_verified_at', 'is not', null),
      eb('leaves_at', 'is', null),
      eb('terms_version', '=', versions.terms),
      eb('policy_version', '=', versions.policy),
      ...(requireTwoFactor ? [hasRequiredFactor(eb)] : []),
    ])

/** The part of it for REQUIRE_TWO_FACTOR. */
export const hasRequiredFactor = (eb: Sessions) =>
  eb.or([
    eb('two_factor_enabled_at', 'is not', null),
    eb('has_trusted_factor', '=', 1),
    secondFactorExists(eb),
  ])
