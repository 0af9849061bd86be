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
      t('Only you'),
      t('An account exists once you confirm your email. Nobody else can create one for you.'),
    ],
    [
      eye,
      t('Nothing hidden'),
      t("Every device that's signed in is listed, with the time it was last used."),
    ],
    [
      lock,
      t('Private by default'),
      t('Passwords are stored so that nobody can read them. No trackers, no third-party scripts.'),
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
