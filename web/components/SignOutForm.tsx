import type { ReactNode } from 'react'

import { route } from '#web/route.ts'

import { PostButton } from './PostButton.tsx'

interface Props {
  className: string
  children: ReactNode
}

export function SignOutForm(props: Props) {
  return <PostButton action={route('logout')} {...props} />
}
