import { Icon } from '#web/parts/Icon.tsx'
import { eye } from '#web/parts/icons/eye.ts'
import { key } from '#web/parts/icons/key.ts'
import { lock } from '#web/parts/icons/lock.ts'
import { useText } from '#web/text.tsx'

export function WhatThisPlaceIs() {
  const t = useText()
  const facts = [
    [
      key,
      t('Yours alone'),
      t(
        'An account is made only after its address is confirmed. Nobody can open one in your name.',
      ),
    ],
    [
      eye,
      t('Nothing hidden'),
      t('Every device that is signed in is listed, with the time it was last used.'),
    ],
    [
      lock,
      t('Kept quietly'),
      t(
        'Passwords are stored so that nobody can read them. No trackers, no other company’s scripts.',
      ),
    ],
  ] as const

  return (
    <ul className="welcome-facts">
      {facts.map(([icon, title, sentence]) => (
        <li key={title}>
          <Icon of={icon} />
          <h2>{title}</h2>
          <p>{sentence}</p>
        </li>
      ))}
    </ul>
  )
}
