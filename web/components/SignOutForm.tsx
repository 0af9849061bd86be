import { router } from '@inertiajs/react'
import type { FormEvent, ReactNode } from 'react'

import { route } from '#web/route.ts'

interface Props {
  className: string
  children: ReactNode
}

export function SignOutForm({ className, children }: Props) {
  return (
    <form className="contents" action={route('logout')} method="post" onSubmit={signOut}>
      <button className={className} type="submit">
        {children}
      </button>
    </form>
  )
}

function signOut(event: FormEvent) {
  event.preventDefault()
  router.post(route('logout'))
}
