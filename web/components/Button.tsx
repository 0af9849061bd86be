import { Link } from '@inertiajs/react'
import type { ComponentProps } from 'react'

import { useFormContext } from './form-context.ts'

type Tone = 'primary' | 'danger' | 'quiet'

interface ButtonStyle {
  tone?: Tone | undefined
  wide?: boolean
}

export function Button({ tone, wide, children, ...rest }: ButtonStyle & ComponentProps<'button'>) {
  const { busy } = useFormContext()
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

export function ButtonLink({ tone, wide, ...rest }: ButtonStyle & ComponentProps<typeof Link>) {
  return <Link className="button" data-tone={tone} data-wide={wide || undefined} {...rest} />
}
