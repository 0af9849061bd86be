import { Icon } from '#web/components/Icon.tsx'
import { eye } from '#web/components/icons/eye.ts'
import { key } from '#web/components/icons/key.ts'
import { lock } from '#web/components/icons/lock.ts'
import { useTranslation } from '#web/i18n.tsx'

export function Features() {
  const t = useTranslation()
  const features = [
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
    <ul className="welcome-features">
      {features.map(([icon, title, text]) => (
        <li key={title}>
          <Icon path={icon} />
          <h2>{title}</h2>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
