import { Link } from '@inertiajs/react'

import type { Command } from './commands.ts'

interface Props {
  id: string
  command: Command
  isChosen: boolean
  onClose: () => void
}

/** The focus stays in the search field, so an option is no tab stop. */
export function CommandOption({ id, command, isChosen, onClose }: Props) {
  const { label, group, href, run } = command
  const option = {
    id,
    role: 'option',
    'aria-selected': isChosen,
    tabIndex: -1,
    className: 'palette-option',
  }
  const content = (
    <>
      <span>{label}</span>
      <span>{group}</span>
    </>
  )
  if (href) {
    return (
      <Link {...option} href={href} onClick={onClose}>
        {content}
      </Link>
    )
  }
  const runAndClose = () => {
    onClose()
    run?.()
  }
  return (
    <button {...option} type="button" onClick={runAndClose}>
      {content}
    </button>
  )
}
