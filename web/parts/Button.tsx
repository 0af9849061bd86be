import { Link } from '@inertiajs/react'
import type { ComponentProps } from 'react'

import { useFormState } from '#web/parts/form-state.ts'

type Tone = 'primary' | 'danger' | 'quiet'

interface Look {
  tone?: Tone | undefined
  wide?: boolean
}

export function Button({ tone, wide, children, ...rest }: Look & ComponentProps<'button'>) {
  const { busy } = useFormState()
  return (
    <button
      type="button"
      className="button"
      data-tone={tone}
      data-wide={wide || undefined}
      aria-disabled={(rest.type === 'submit' && busy) || undefined}
      {...rest}
    >
      <span>{children}</span>
    </button>
  )
}

export function ButtonLink({ tone, wide, ...rest }: Look & ComponentProps<typeof Link>) {
  return <Link className="button" data-tone={tone} data-wide={wide || undefined} {...rest} />
}
