import { ValidationError } from '#app/platform/errors.ts'

import type { LegalSources } from './legal.ts'

export interface LegalVersions {
  terms: string
  policy: string
}

export function documentVersions({ terms, policy }: LegalSources): LegalVersions {
  return { terms: terms.version, policy: policy.version }
}

/** Both versions in one string, for the form field `terms_version`. */
export function combinedVersion({ terms, policy }: LegalVersions): string {
  return `${terms}-${policy}`
}

/** @param acceptedVersion  `combinedVersion` of the shown documents @throws ValidationError when they have changed since */
export function requireCurrentTerms(acceptedVersion: string, versions: LegalVersions): void {
  if (acceptedVersion === combinedVersion(versions)) return
  throw new ValidationError({ terms: 'The terms have changed. Read them again, then agree.' })
}
