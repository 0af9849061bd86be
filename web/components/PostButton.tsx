import { router } from '@inertiajs/react'
import type { FormEvent, ReactNode } from 'react'

import { useNoScriptAction } from '#web/hooks/use-no-script-action.ts'

interface Props {
  action: string
  method?: 'post' | 'delete'
  className: string
  label?: string
  children: ReactNode
}

/** A form of nothing but its button. */
export function PostButton({ action, method = 'post', className, label, children }: Props) {
  function send(event: FormEvent) {
    event.preventDefault()
    router.visit(action, { method })
  }

  return (
    <form
      className="contents"
      action={useNoScriptAction({ action, method })}
      method="post"
      onSubmit={send}
    >
      <button className={className} type="submit" aria-label={label}>
        {children}
      </button>
    </form>
  )
}
