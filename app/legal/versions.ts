import { Invalid } from '#app/platform/errors.ts'

import type { Documents } from './legal.ts'

/** What someone agrees to. */
export interface Versions {
  terms: string
  policy: string
}

export function versionsOf({ terms, policy }: Documents): Versions {
  return { terms: terms.version, policy: policy.version }
}

/** Both versions as one word, for the form that asks to agree: its field `terms_version`. */
export function onOffer({ terms, policy }: Versions): string {
  return `${terms}-${policy}`
}

/**
 * @param ticked  what was on offer when the box was ticked
 * @throws Invalid when it is not what is on offer now
 */
export function refuseOldTerms(ticked: string, versions: Versions): void {
  if (ticked === onOffer(versions)) return
  throw new Invalid({ terms: 'The terms have changed. Read them again, then agree.' })
}
