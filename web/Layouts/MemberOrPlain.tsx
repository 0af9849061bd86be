import { usePage } from '@inertiajs/react'
import type { ReactNode } from 'react'

import { Member } from './Member.tsx'
import { Plain } from './Plain.tsx'

/** Layout of a page that is open to everyone but belongs to the member area. */
export function MemberOrPlain({ children }: { children: ReactNode }) {
  const isSignedIn = usePage().props.auth.user !== null
  return isSignedIn ? <Member>{children}</Member> : <Plain wide>{children}</Plain>
}
