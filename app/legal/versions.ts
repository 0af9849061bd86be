import { ValidationError } from '#app/platform/errors.ts'

import type { LegalSources } from './legal.ts'

/** What someone agrees to. */
export interface LegalVersions {
  terms: string
  policy: string
}

export function documentVersions({ terms, policy }: LegalSources): LegalVersions {
  return { terms: terms.version, policy: policy.version }
}

/** Both versions as one word, for the form that asks to agree: its field `terms_version`. */
export function combinedVersion({ terms, policy }: LegalVersions): string {
  return `${terms}-${policy}`
}

/**
 * @param acceptedVersion  what was on offer when the box was ticked
 * @throws Invalid when it is not what is on offer now
 */
export function requireCurrentTerms(acceptedVersion: string, versions: LegalVersions): void {
  if (acceptedVersion === combinedVersion(versions)) return
  throw new ValidationError({ terms: 'The terms have changed. Read them again, then agree.' })
}
